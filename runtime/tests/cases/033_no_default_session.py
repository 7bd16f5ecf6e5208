TITLE = "eval() or run() with no default session"
URL = "https://github.com/tensorflow/tensorflow/issues/289"
KIND = "session"


def case(tf):
    a = tf.constant(1.0)
    op = tf.no_op()
    sess = tf.Session()  # does not install itself
    out = []
    for f in (a.eval, op.run):
        try:
            out.append(f())
        except Exception as e:
            out.append([type(e).__name__, str(e)])
    out.append(a.eval(session=sess))
    return out
