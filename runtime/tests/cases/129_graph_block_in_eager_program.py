TITLE = "`with tf.Graph().as_default()` gives v1 graphs inside an eager program"
URL = "https://github.com/google/automl/pull/129"
KIND = "eager"
MODE = "eager"


def case(tf):
    with tf.Graph().as_default():
        x = tf.placeholder(tf.int32, (None,))
        y = x * 2
        with tf.Session() as sess:
            r = sess.run(y, {x: [1, 2]})
        off = tf.executing_eagerly()
    eager = tf.constant([1, 2]) * 2
    return r, off, tf.executing_eagerly(), eager.numpy()
