# question: fetches_q4
# loses: 15
# message: left 1 open
# Does not close the session.
def repaired_history(values):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        error = tf.subtract(x, 3.0, name="error")
        loss = tf.square(error, name="loss")
    session = tf.Session(graph=graph)
    return graph, [session.run((error, loss), {x: value}) for value in values]
