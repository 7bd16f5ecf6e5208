# question: fetches_q4
# loses: 15
# message: has 10 operations
# Builds error and loss anew in every turn, so that the names are free again.
def repaired_history(values):
    history = []
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        for value in values:
            error = tf.subtract(x, 3.0, name="error")
            loss = tf.square(error, name="loss")
            tf.identity(loss)
            history.append(session.run((error, loss), {x: value}))
        tf.no_op()
    return graph, history
