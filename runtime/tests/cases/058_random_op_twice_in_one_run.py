TITLE = "One random op fetched several times in one run has one value; two ops have two"
URL = "https://github.com/tensorflow/tensorflow/issues/3312"
KIND = "random"


def case(tf):
    x = tf.random_normal(shape=(4,))
    y = tf.random_normal(shape=(4,))
    with tf.Session() as sess:
        a, b, c, d = sess.run([x, x, x + 0.0, y])
        return bool((a == b).all()), bool((a == c).all()), bool((a == d).any())
