# question: training_q1
# loses: 15
# message: `y` with 2.0 fed to `x` is 16.0
# Adds instead of subtracting.
def cubic():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = x * x * x + 4.0 * x
        slope = tf.gradients(y, x)[0]
    return graph, x, y, slope
