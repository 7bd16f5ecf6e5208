TITLE = "partial_run(): a handle whose fetches are all done cannot be used again"
URL = "https://github.com/tensorflow/tensorflow/issues/1459"
KIND = "partial_run"


def case(tf):
    a = tf.placeholder(tf.float32, (), name="a")
    r = a * 2.0
    with tf.Session() as sess:
        h = sess.partial_run_setup([r], [a])
        x = sess.partial_run(h, r, {a: 1})
        h2 = sess.partial_run_setup([r], [a])
        y = sess.partial_run(h2, r, {a: 2})
        try:
            sess.partial_run(h, r, {a: 3})
        except Exception as e:
            return (
                x,
                y,
                type(e).__name__,
                "Must run 'setup' before performing partial runs!" in str(e),
            )
