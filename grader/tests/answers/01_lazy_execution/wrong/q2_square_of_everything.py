# question: lazy_execution_q2
# loses: 20
# message: with 2.0 fed to `x` is 41.0; it should be 17.0
# Squares 3x instead of x.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.square(3.0 * x) + 2.0 * x + 1.0
    return graph, x, y
