import numpy as np

TITLE = "A Python int that does not fit the placeholder is refused, a NumPy array wraps round"
URL = "https://github.com/tensorflow/tensorflow/issues/9902"
KIND = "feed"


def case(tf):
    u = tf.placeholder(tf.uint8, name="u")
    with tf.Session() as sess:
        wrapped = sess.run(u, {u: np.array([300])})
        try:
            sess.run(u, {u: 300})
        except Exception as e:
            return wrapped, type(e).__name__, str(e)
