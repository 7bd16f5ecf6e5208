TITLE = (
    "OutOfRangeError inside the block ends it quietly; other errors get out and end() is not called"
)
URL = "https://github.com/tensorflow/tensorflow/issues/7407"
KIND = "hooks"
URL_MATCH = "related"


def case(tf):
    c = tf.constant(1)
    log = []

    class H(tf.train.SessionRunHook):
        def end(self, session):
            log.append("end")

    for exc in (tf.errors.OutOfRangeError(None, None, "done"), ValueError("bug")):
        try:
            with tf.train.MonitoredSession(hooks=[H()]) as sess:
                sess.run(c)
                raise exc
            log.append("left quietly")
        except ValueError as e:
            log.append("raised " + str(e))
    return log
