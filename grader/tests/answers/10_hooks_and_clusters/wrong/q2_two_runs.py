# question: hooks_and_clusters_q2
# loses: 15
# message: Two more values
# Makes a second run for the square in the loop.
def watched(values):
    doubles, squares = [], []
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, shape=[])
        double, square = 2.0 * x, tf.square(x)
        with tf.train.MonitoredSession() as session:
            for value in values:
                doubles.append(float(session.run(double, {x: value})))
                squares.append(float(session.run(square, {x: value})))
    return doubles, squares
