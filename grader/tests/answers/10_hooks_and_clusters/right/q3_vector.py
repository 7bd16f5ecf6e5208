# question: hooks_and_clusters_q3
# Keeps one root with its own name, and feeds by name.
def steady(values):
    graph = tf.Graph()
    with graph.as_default():
        tf.sqrt(tf.placeholder(tf.float32, name="value"), name="root")
        with tf.train.MonitoredSession() as session:
            return graph, [session.run("root:0", {"value:0": v}).item() for v in values]
