# question: hooks_and_clusters_q3
# Uses SingularMonitoredSession.
def steady(values):
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        root = tf.sqrt(x)
        session = tf.train.SingularMonitoredSession()
        found = list(map(lambda value: float(session.run(root, feed_dict={x: value})), values))
        session.close()
    return graph, found
