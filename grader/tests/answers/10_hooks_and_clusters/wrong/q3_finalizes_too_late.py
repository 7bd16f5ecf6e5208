# question: hooks_and_clusters_q3
# loses: 10
# message: opened 2 sessions
# Opens a graph and a session for every value.
def steady(values):
    graph, found = tf.Graph(), []
    for value in values:
        with tf.Graph().as_default() as graph:
            root = tf.square(tf.constant(value) ** 0.25)
            with tf.train.MonitoredSession() as session:
                found.append(float(session.run(root)))
    return graph, found
