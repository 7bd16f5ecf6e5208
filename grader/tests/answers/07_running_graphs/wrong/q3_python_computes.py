# question: running_graphs_q3
# loses: 25
# message: who computes it?
# The graph only hands its input on; Python does the arithmetic.
def fast(points):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[])
        y = tf.identity(x)
    graph.finalize()
    with tf.Session(graph=graph) as session:
        return graph, [9.0 * session.run(y, feed_dict={x: point}) + 1.0 for point in points]
