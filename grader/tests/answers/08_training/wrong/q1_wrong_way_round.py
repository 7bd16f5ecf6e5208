# question: training_q1
# loses: 15
# message: `slope` is None
# Asks for the gradient of x with respect to y.
def cubic():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = x * x * x - 4.0 * x
        slope = tf.gradients(x, y)[0]
    return graph, x, y, slope
