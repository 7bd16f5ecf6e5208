# question: fetches_q4
# loses: 15
# message: made
# Python computes the loss from the error.
def repaired_history(values):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        error = tf.subtract(x, 3.0, name="error")
        tf.square(error, name="loss")
    history = []
    with tf.Session(graph=graph) as session:
        for value in values:
            history.append((session.run(error, {x: value}), session.run(error, {x: value}) ** 2))
    return graph, history
