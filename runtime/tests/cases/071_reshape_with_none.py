TITLE = "None in the shape of reshape(); -1 is meant"
URL = "https://github.com/tensorflow/tensorflow/issues/7253"
KIND = "shape"


def case(tf):
    x = tf.placeholder(tf.float32, [None, 4])
    ok = tf.reshape(x, [-1, 2, 2]).shape.as_list()
    try:
        tf.reshape(x, [None, 2, 2])
    except Exception as e:
        return ok, isinstance(e, (TypeError, ValueError))
