# question: hooks_and_clusters_q3
# loses: 10
# message: Build one, before the loop
# Builds all roots before the loop, one for each value.
def steady(values):
    with tf.Graph().as_default() as graph:
        roots = [tf.sqrt(value) for value in values]
        with tf.train.MonitoredSession() as session:
            found = [float(session.run(root)) for root in roots]
    return graph, found
