# question: running_graphs_q3
# loses: 25
# message: 0 operations of type Placeholder
# Computes in Python.
def fast(points):
    graph = tf.Graph()
    graph.finalize()
    with tf.Session(graph=graph):
        return graph, [9.0 * point + 1.0 for point in points]
