TITLE = "minimize() after the initializer op: Adam's own variables are not initialised"
URL = "https://github.com/tensorflow/tensorflow/issues/8057"
KIND = "init"


def case(tf):
    w = tf.get_variable("w", initializer=1.0)
    init = tf.global_variables_initializer()
    train = tf.train.AdamOptimizer(0.1).minimize(w * w)
    with tf.Session() as sess:
        sess.run(init)
        names = sorted(n.decode() for n in sess.run(tf.report_uninitialized_variables()))
        try:
            sess.run(train)
            r = "ran"
        except Exception as e:
            r = type(e).__name__
        sess.run(tf.global_variables_initializer())
        sess.run(train)
        return names, r, round(float(sess.run(w)), 4)
