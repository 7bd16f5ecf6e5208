TITLE = "A session is used after its `with` block"
URL = "https://github.com/tensorflow/tensorflow/issues/8379"
KIND = "session"


def case(tf):
    x = tf.constant([0.1, 0.9])
    pred = tf.argmax(x, 0)
    with tf.Session() as sess:
        sess.run(x)
    return sess.run(pred)
