# question: hooks_and_clusters_q2
# loses: 15
# message: the squares
# Appends what after_run gets instead of its results.
def watched(values):
    squares = []
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, shape=[])
        double, square = 2.0 * x, tf.square(x)

        class Collect(tf.train.SessionRunHook):
            def before_run(self, run_context):
                return tf.train.SessionRunArgs([square])

            def after_run(self, run_context, run_values):
                squares.append(len(run_values.results))

        with tf.train.MonitoredSession(hooks=[Collect()]) as session:
            doubles = [float(session.run(double, {x: value})) for value in values]
    return doubles, [float(item) for item in squares]
