# question: lazy_execution_q2
# loses: 20
# message: belongs to another graph
# Makes a graph, but never makes it the default one.
def polynomial():
    graph = tf.Graph()
    x = tf.placeholder(tf.float32, shape=[], name="x")
    y = 3.0 * x * x + 2.0 * x + 1.0
    return graph, x, y
