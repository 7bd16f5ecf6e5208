TITLE = "partial_run() in an InteractiveSession fails (the graph is pruned before it is placed)"
URL = "https://github.com/tensorflow/tensorflow/issues/3233"
KIND = "partial_run"
OPTIONAL = "an accident of the C++ session (place_pruned_graph)"


def case(tf):
    a, b = tf.placeholder(tf.float32, (), name="a"), tf.placeholder(tf.float32, (), name="b")
    r1 = a * 2.0
    r2 = r1 * b
    sess = tf.InteractiveSession()
    try:
        h = sess.partial_run_setup([r1, r2], [a, b])
        return sess.partial_run(h, r1, {a: 1}), sess.partial_run(h, r2, {b: 2})
    except Exception as e:
        return type(e).__name__
    finally:
        sess.close()
