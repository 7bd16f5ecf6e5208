# question: lazy_execution_q2
# loses: 20
# message: `graph` should be a tf.Graph
# Returns x, y and the graph in another order.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = 3.0 * x * x + 2.0 * x + 1.0
    return x, y, graph
