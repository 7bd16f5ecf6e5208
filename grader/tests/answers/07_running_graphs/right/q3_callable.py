# question: running_graphs_q3
# With a callable.
def fast(points):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        y = tf.add(tf.multiply(x, 9.0), 1.0)
    graph.finalize()
    with tf.Session(graph=graph) as session:
        compute = session.make_callable(y, feed_list=[x])
        return graph, [float(compute(point)) for point in points]
