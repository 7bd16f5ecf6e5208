TITLE = "A shape with an unknown dimension is used as a value"
URL = "https://github.com/zihangdai/xlnet/issues/206"
KIND = "shape"


def case(tf):
    x = tf.placeholder(tf.float32, [1, 0, None])
    return tf.zeros(x.get_shape())
