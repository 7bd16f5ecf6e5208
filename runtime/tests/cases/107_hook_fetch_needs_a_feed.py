TITLE = "A hook fetches a tensor that needs a placeholder; a run of something else then fails"
URL = "https://github.com/tensorflow/tensorflow/issues/13516"
KIND = "hooks"


def case(tf):
    x = tf.placeholder(tf.float32, (), name="x")
    summary_like = x * 2.0
    other = tf.constant(1)

    class H(tf.train.SessionRunHook):
        def before_run(self, ctx):
            return tf.train.SessionRunArgs(summary_like)

    with tf.train.MonitoredSession(hooks=[H()]) as sess:
        return sess.run(other)
