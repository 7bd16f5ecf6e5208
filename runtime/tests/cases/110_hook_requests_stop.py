TITLE = "request_stop() is a method of the hook's run context, not of the session"
URL = "https://github.com/tensorflow/tensorflow/issues/14028"
KIND = "hooks"


def case(tf):
    c = tf.constant(4)
    n = 0

    class Three(tf.train.SessionRunHook):
        calls = 0

        def after_run(self, ctx, vals):
            self.calls += 1
            if self.calls == 3:
                ctx.request_stop()

    with tf.train.MonitoredSession(hooks=[Three()]) as sess:
        has = hasattr(sess, "request_stop")
        while not sess.should_stop():
            sess.run(c)
            n += 1
    return n, has
