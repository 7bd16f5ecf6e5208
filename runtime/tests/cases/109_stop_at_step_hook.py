TITLE = (
    "StopAtStepHook counts the global step, not the calls of run(); run() after the stop is "
    "an error"
)
URL = "https://github.com/tensorflow/tensorflow/issues/14028"
KIND = "hooks"
URL_MATCH = "related"


def case(tf):
    step = tf.train.get_or_create_global_step()
    up = tf.assign_add(step, 1)
    other = tf.constant(0)
    ups = others = 0
    with tf.train.MonitoredSession(hooks=[tf.train.StopAtStepHook(last_step=3)]) as sess:
        while not sess.should_stop():
            sess.run(up)
            ups += 1
            if not sess.should_stop():
                sess.run(other)
                others += 1
        try:
            sess.run(up)
        except Exception as e:
            return ups, others, type(e).__name__, str(e)
