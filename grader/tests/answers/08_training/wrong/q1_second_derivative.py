# question: training_q1
# loses: 15
# message: `slope` with 2.0 fed to `x` is 12.0
# Takes the gradient of the gradient.
def cubic():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = x * x * x - 4.0 * x
        (slope,) = tf.gradients(tf.gradients(y, x), x)
    return graph, x, y, slope
