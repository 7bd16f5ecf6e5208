TITLE = "partial_run(): what was computed is kept for the next call of the same handle"
URL = "https://github.com/tensorflow/tensorflow/issues/672"
KIND = "partial_run"


def case(tf):
    calls = []
    a, b = tf.placeholder(tf.float32, (), name="a"), tf.placeholder(tf.float32, (), name="b")
    mid = tf.py_func(lambda v: (calls.append(1), v * 10)[1], [a], tf.float32)
    mid.set_shape([])
    out = mid + b
    with tf.Session() as sess:
        h = sess.partial_run_setup([mid, out], [a, b])
        m = sess.partial_run(h, mid, {a: 2.0})
        o = sess.partial_run(h, out, {b: m + 1})
        return m, o, len(calls)
