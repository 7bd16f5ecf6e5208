# question: hooks_and_clusters_q2
# loses: 15
# message: In 0 of the 2 runs a hook asked for something
# The loop itself asks for the square as well.
def watched(values):
    doubles, squares = [], []
    with tf.Graph().as_default():
        number = tf.placeholder(tf.float32, shape=[])
        wanted = [number + number, number * number]
        with tf.train.MonitoredSession() as session:
            for value in values:
                both = session.run(wanted, feed_dict={number: value})
                doubles.append(float(both[0]))
                squares.append(float(both[1]))
    return doubles, squares
