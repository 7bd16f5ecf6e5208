# question: fetches_q4
# loses: 15
# message: it should return (graph, history)
# Forgets the graph.
def repaired_history(values):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        error = tf.subtract(x, 3.0, name="error")
        loss = tf.square(error, name="loss")
        with tf.Session() as session:
            return {"history": [session.run((error, loss), {x: value}) for value in values]}
