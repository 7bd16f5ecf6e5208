TITLE = "tf.placeholder() while eager execution is on"
URL = "https://github.com/tensorflow/tensorflow/issues/18165"
KIND = "eager"
MODE = "eager"


def case(tf):
    return tf.placeholder(tf.float32, shape=(2,), name="x")
