# question: training_q1
# loses: 15
# message: `slope` is a list
# Returns the list of gradients.
def cubic():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = x * x * x - 4.0 * x
        slope = tf.gradients(y, x)
    return graph, x, y, slope
