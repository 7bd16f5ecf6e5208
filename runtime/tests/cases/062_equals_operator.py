TITLE = "`==` on tensors is Python identity in v1; tf.equal() is the op"
URL = "https://github.com/tensorflow/tensorflow/issues/9359"
KIND = "python"


def case(tf):
    a = tf.constant([1, 2, 3])
    b = tf.constant([1, 2, 3])
    with tf.Session() as sess:
        gt = a > 2
        return (
            (a == b),
            (a == a),
            (a != b),
            sess.run(gt),
            sess.run(tf.equal(a, b)),
            len({a: 1, b: 2}),
        )
