TITLE = "Saver() in a graph without variables"
URL = "https://github.com/tensorflow/tensorflow/issues/21141"
KIND = "saver"


def case(tf):
    x = tf.placeholder(tf.float32, name="x")
    tf.multiply(x, 2.0, name="op_to_restore")
    return tf.train.Saver()
