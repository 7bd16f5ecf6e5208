TITLE = "Two assignments in one run both read the old value; a control dependency orders them"
URL = "https://github.com/tensorflow/tensorflow/issues/13174"
KIND = "control"


def case(tf):
    v = tf.get_variable("v", initializer=1, use_resource=True)
    first = tf.assign(v, v.read_value() * 2)
    with tf.control_dependencies([first]):
        second = tf.assign(v, v.read_value() * 2)
    with tf.Session() as sess:
        sess.run(v.initializer)
        sess.run(second.op)
        return int(sess.run(v))
