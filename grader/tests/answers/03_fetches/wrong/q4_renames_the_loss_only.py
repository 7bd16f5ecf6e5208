# question: fetches_q4
# loses: 15
# message: has invalid type
# The error's name is still given away.
def repaired_history(values):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        error = tf.subtract(x, 3.0, name="error")
        loss = tf.square(error, name="loss")
    history = []
    with tf.Session(graph=graph) as session:
        for value in values:
            loss_value = session.run(loss, feed_dict={x: value})
            error = session.run(error, feed_dict={x: value})
            history.append((error, loss_value))
    return graph, history
