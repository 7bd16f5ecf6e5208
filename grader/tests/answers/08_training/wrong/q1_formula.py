# question: training_q1
# loses: 15
# message: the derivative is a formula of yours
# Writes the derivative down.
def cubic():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = x * x * x - 4.0 * x
        slope = 3.0 * x * x - 4.0
    return graph, x, y, slope
