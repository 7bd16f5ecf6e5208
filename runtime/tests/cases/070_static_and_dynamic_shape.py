import numpy as np

TITLE = "Static shape (Python, may hold None) and dynamic shape (a tensor)"
URL = "https://github.com/tensorflow/tensorflow/issues/2928"
KIND = "shape"


def case(tf):
    x = tf.placeholder(tf.float32, [None, 4])
    z = tf.zeros((tf.shape(x)[0], 128))
    y = tf.reshape(x, [-1, 2, 2])
    with tf.Session() as sess:
        dyn = sess.run(tf.shape(y), {x: np.zeros((3, 4))})
    return x.shape.as_list(), z.shape.as_list(), y.shape.as_list(), dyn, tf.shape(x).shape.as_list()
