TITLE = "`for t in tensor` while the graph is built"
URL = "https://github.com/fizyr/keras-retinanet/issues/534"
KIND = "python"


def case(tf):
    x = tf.placeholder(tf.float32, [3])
    return list(x)
