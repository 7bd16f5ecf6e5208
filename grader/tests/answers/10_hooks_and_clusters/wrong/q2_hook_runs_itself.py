# question: hooks_and_clusters_q2
# loses: 15
# message: Two more values
# The hook makes runs with the raw session.
def watched(values):
    squares = []
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, shape=[])
        double, square = 2.0 * x, tf.square(x)

        class Collect(tf.train.SessionRunHook):
            def after_run(self, run_context, run_values):
                feeds = run_context.original_args.feed_dict
                squares.append(float(run_context.session.run(square, feeds)))

        with tf.train.MonitoredSession(hooks=[Collect()]) as session:
            doubles = [float(session.run(double, {x: value})) for value in values]
    return doubles, squares
