TITLE = "Local variables are not in global_variables_initializer()"
URL = "https://github.com/tensorflow/tensorflow/issues/6015"
KIND = "init"


def case(tf):
    n = tf.get_variable(
        "n", initializer=0, collections=[tf.GraphKeys.LOCAL_VARIABLES], use_resource=False
    )
    in_global = [v.op.name for v in tf.global_variables()]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        try:
            sess.run(n)
            r = "ran"
        except Exception as e:
            r = type(e).__name__
        sess.run(tf.local_variables_initializer())
        return in_global, r, sess.run(n)
