TITLE = "A placeholder that the fetch depends on was not fed"
URL = "https://github.com/tensorflow/tensorflow/issues/10632"
KIND = "feed"


def case(tf):
    x = tf.placeholder(tf.float32, shape=(2,), name="x")
    y = x * 2.0
    with tf.Session() as sess:
        return sess.run(y)
