# question: hooks_and_clusters_q3
# loses: 10
# message: runs of its own
# Builds before the loop, but gives up the monitored session.
def steady(values):
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        root = tf.sqrt(x)
        return graph, [float(session.run(root, {x: value})) for value in values]
