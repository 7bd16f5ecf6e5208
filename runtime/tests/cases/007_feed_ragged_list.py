TITLE = "Rows of different length are fed"
URL = "https://github.com/tensorflow/tensorflow/issues/2051"
KIND = "feed"


def case(tf):
    x = tf.placeholder(tf.float32, name="x")
    with tf.Session() as sess:
        return sess.run(x, {x: [[1.0], [1.0, 2.0]]})
