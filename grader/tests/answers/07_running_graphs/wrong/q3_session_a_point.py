# question: running_graphs_q3
# loses: 25
# message: opened 3 sessions
# Builds once, but opens a session for every point.
def fast(points):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[])
        y = 9.0 * x + 1.0
    graph.finalize()
    values = []
    for point in points:
        with tf.Session(graph=graph) as session:
            values.append(session.run(y, {x: point}))
    return graph, values
