TITLE = "Integer variables have no gradient"
URL = "https://github.com/tensorflow/tensorflow/issues/27378"
KIND = "gradients"


def case(tf):
    x = tf.Variable(3)
    y = x * x
    z = tf.Variable(3.0)
    unrelated = tf.constant(1.0)
    return (
        tf.gradients(y, x),
        tf.gradients(z * z, [unrelated]),
        [g is None for g in tf.gradients(z * 2.0, [z, unrelated])],
    )
