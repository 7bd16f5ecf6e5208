TITLE = "`run(a, b)` takes b as the feed_dict"
URL = "https://github.com/tensorflow/tensorflow/issues/11840"
KIND = "feed"


def case(tf):
    a = tf.constant([1, 2, 3])
    b = tf.equal(a, 0)
    with tf.Session() as sess:
        return sess.run(a, b)
