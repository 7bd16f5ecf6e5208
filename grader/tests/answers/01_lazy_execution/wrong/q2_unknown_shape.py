# question: lazy_execution_q2
# loses: 20
# message: has the static shape unknown
# Leaves the shape out, so that the placeholder takes anything.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, name="x")
        y = 3.0 * x * x + 2.0 * x + 1.0
    return graph, x, y
