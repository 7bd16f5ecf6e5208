# question: running_graphs_q3
# loses: 25
# message: not finalized
# Leaves finalize out.
def fast(points):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[])
        y = 9.0 * x + 1.0
    with tf.Session(graph=graph) as session:
        return graph, [session.run(y, {x: point}) for point in points]
