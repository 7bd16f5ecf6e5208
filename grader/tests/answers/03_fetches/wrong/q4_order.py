# question: fetches_q4
# loses: 15
# message: the error is 4.0
# Loss and error have changed places.
def repaired_history(values):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        error = tf.subtract(x, 3.0, name="error")
        loss = tf.square(error, name="loss")
    with tf.Session(graph=graph) as session:
        history = [session.run((loss, error), {x: value}) for value in values]
    return graph, history
