TITLE = "The initializer op was created before the network: it covers only the variables known then"
URL = "https://github.com/tensorflow/tensorflow/issues/15175"
KIND = "init"


def case(tf):
    a = tf.get_variable("a", initializer=1.0)
    init = tf.global_variables_initializer()
    b = tf.get_variable("b", initializer=2.0)
    report = tf.report_uninitialized_variables()
    with tf.Session() as sess:
        sess.run(init)
        left = sess.run(report)
        sess.run(tf.global_variables_initializer())
        return left, sess.run(report).tolist(), sess.run([a, b])
