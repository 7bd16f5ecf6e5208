# question: lazy_execution_q2
# loses: 20
# message: should be a placeholder, but it is a constant
# Makes x a constant: the graph can compute f at one point only.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.constant(2.0, name="x")
        y = 3.0 * x * x + 2.0 * x + 1.0
    return graph, x, y
