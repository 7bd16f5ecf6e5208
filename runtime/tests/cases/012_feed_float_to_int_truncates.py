import numpy as np

TITLE = "Floats fed to an int placeholder are truncated without a word"
URL = "https://github.com/tensorflow/tensorflow/issues/9902"
KIND = "feed"


def case(tf):
    i = tf.placeholder(tf.int32, (None,))
    f = tf.placeholder(tf.float32, (None,))
    with tf.Session() as sess:
        return (
            sess.run(i, {i: np.array([0.9, 1.9, -1.9])}),
            sess.run(i, {i: [2.7]}),
            sess.run(f, {f: np.array([0.1], np.float64)}),
        )
