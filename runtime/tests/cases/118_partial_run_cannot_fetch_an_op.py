TITLE = "partial_run(): operations (train ops) cannot be fetched"
URL = "https://github.com/tensorflow/tensorflow/issues/1899"
KIND = "partial_run"


def case(tf):
    a = tf.placeholder(tf.float32, (), name="a")
    v = tf.Variable(0.0, use_resource=False)
    up = tf.assign_add(v, a).op
    with tf.Session() as sess:
        sess.run(v.initializer)
        h = sess.partial_run_setup([up], [a])
        try:
            return sess.partial_run(h, up, {a: 1.0})
        except Exception as e:
            return type(e).__name__, str(e)[:47]
