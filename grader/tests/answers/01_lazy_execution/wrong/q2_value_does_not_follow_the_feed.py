# question: lazy_execution_q2
# loses: 20
# message: whatever is fed
# There is a placeholder, but the formula uses the Python number 2.0 instead of it.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        at = 2.0
        y = tf.constant(3.0 * at * at + 2.0 * at + 1.0)
    return graph, x, y
