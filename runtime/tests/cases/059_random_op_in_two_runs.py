TITLE = "Each run draws anew: A printed before is not the A in A+B"
URL = "https://github.com/nfmcclure/tensorflow_cookbook/issues/134"
KIND = "random"


def case(tf):
    a = tf.random_uniform((6,))
    b = a + 5.0
    v = tf.get_variable("v", initializer=tf.random_uniform((6,)))
    with tf.Session() as sess:
        r1, s1 = sess.run(a), sess.run(b)
        r2, s2 = sess.run([a, b])
        sess.run(v.initializer)
        return (
            bool(abs(s1 - r1 - 5).max() < 1e-6),
            bool(abs(s2 - r2 - 5).max() < 1e-6),
            bool((sess.run(v) == sess.run(v)).all()),
        )
