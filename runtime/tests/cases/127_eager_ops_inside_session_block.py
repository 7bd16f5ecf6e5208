TITLE = (
    "Ops made inside `with tf.Session()` are graph ops even though eager execution is on outside"
)
URL = "https://github.com/ActiveState/tensorflask/issues/5"
KIND = "eager"
MODE = "eager"


def case(tf):
    before = tf.executing_eagerly()
    with tf.Session() as sess:
        inside = tf.executing_eagerly()
        x = tf.placeholder(tf.float32, ())
        r = sess.run(tf.constant(5.0) * x, {x: 6.0})
    return before, inside, r, tf.executing_eagerly()
