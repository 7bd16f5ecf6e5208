TITLE = "Feeding by name: the op name is refused, the tensor name works"
URL = "https://github.com/tensorflow/tensorflow/issues/3378"
KIND = "feed"


def case(tf):
    x = tf.placeholder(tf.float32, (None,), name="x")
    y = tf.reduce_sum(x)
    with tf.Session() as sess:
        good = sess.run(y, {"x:0": [1, 2, 3]})
        try:
            sess.run(y, {"x": [1, 2, 3]})
        except Exception as e:
            return good, type(e).__name__, str(e)
