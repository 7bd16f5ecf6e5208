TITLE = "A variable is created inside the body of a while_loop()"
URL = "https://github.com/tensorflow/tensorflow/issues/8604"
KIND = "control"


def case(tf):
    def body(i):
        w = tf.Variable(tf.constant(1), use_resource=False)
        return [i + w]

    try:
        loop = tf.while_loop(lambda i: tf.less(i, 5), body, [tf.constant(0)])
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            return "ran", sess.run(loop)
    except Exception as e:
        return type(e).__name__, str(e)[-87:]
