# question: hooks_and_clusters_q3
# The root as a power of one half.
def steady(values):
    with tf.Graph().as_default() as graph:
        number = tf.placeholder(tf.float32, shape=[])
        half_power = number**0.5
        with tf.train.MonitoredSession() as session:
            roots = [float(session.run(half_power, {number: value})) for value in values]
    return graph, roots
