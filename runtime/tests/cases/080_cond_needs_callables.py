TITLE = "tf.cond() with results instead of functions"
URL = "https://github.com/tensorflow/tensorflow/issues/35343"
KIND = "control"


def case(tf):
    p = tf.constant(True)
    return tf.cond(p, tf.constant(1), tf.constant(2))
