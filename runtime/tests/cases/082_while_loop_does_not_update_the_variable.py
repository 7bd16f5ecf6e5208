TITLE = "while_loop() returns new tensors, the variable it started from stays the same"
URL = "https://github.com/tensorflow/tensorflow/issues/9108"
KIND = "control"


def case(tf):
    x = tf.get_variable("x", initializer=0, use_resource=True)
    i, total = tf.while_loop(lambda i, t: i < 5, lambda i, t: (i + 1, t + i), [x, tf.constant(0)])
    with tf.Session() as sess:
        sess.run(x.initializer)
        r = sess.run([i, total])
        return r, sess.run(x), sess.run(i, {total: 99})
