# question: running_graphs_q3
# Closes by hand and feeds by name.
def fast(points):
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        tf.identity(1.0 + x * 9.0, name="y")
    graph.finalize()
    session = tf.Session(graph=graph)
    values = []
    for point in points:
        values.append(session.run("y:0", {"x:0": point}))
    session.close()
    return graph, values
