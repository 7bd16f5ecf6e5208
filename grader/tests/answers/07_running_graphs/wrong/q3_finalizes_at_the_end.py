# question: running_graphs_q3
# loses: 25
# message: Finalized too late
# Finalizes the graph when all has been run.
def fast(points):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[])
        y = 9.0 * x + 1.0
    with tf.Session(graph=graph) as session:
        values = [session.run(y, feed_dict={x: point}) for point in points]
    graph.finalize()
    return graph, values
