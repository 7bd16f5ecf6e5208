# question: running_graphs_q3
# loses: 25
# message: 0 operations of type Placeholder
# One session, but a constant for every point.
def fast(points):
    graph = tf.Graph()
    with graph.as_default(), tf.Session(graph=graph) as session:
        values = [session.run(9.0 * tf.constant(point) + 1.0) for point in points]
    return graph, values
