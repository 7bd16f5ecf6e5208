# question: lazy_execution_q2
# loses: 20
# message: the same graph twice
# Builds into the default graph instead of a new one.
def polynomial():
    graph = tf.get_default_graph()
    x = tf.placeholder(tf.float32, shape=[], name="x")
    y = 3.0 * x * x + 2.0 * x + 1.0
    return graph, x, y
