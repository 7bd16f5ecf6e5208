TITLE = "Hooks run on each sess.run(), also on the small ones; run_step_fn() goes round them"
URL = "https://github.com/tensorflow/tensorflow/issues/11971"
KIND = "hooks"


def case(tf):
    c = tf.constant(1)
    log = []

    class Count(tf.train.SessionRunHook):
        def begin(self):
            log.append("begin")

        def after_create_session(self, session, coord):
            log.append("created")

        def before_run(self, ctx):
            log.append("before")

        def after_run(self, ctx, vals):
            log.append("after")

        def end(self, session):
            log.append("end")

    with tf.train.MonitoredSession(hooks=[Count()]) as sess:
        sess.run(c)
        sess.run(c)
        raw = sess.run_step_fn(lambda step_context: step_context.session.run(c))
    return log, int(raw)
