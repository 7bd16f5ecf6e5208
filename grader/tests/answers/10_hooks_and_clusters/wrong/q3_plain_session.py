# question: hooks_and_clusters_q3
# loses: 10
# message: Build one, before the loop
# Replaces the monitored session by a plain one that still builds.
def steady(values):
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        return graph, [float(session.run(tf.sqrt(x), {x: value})) for value in values]
