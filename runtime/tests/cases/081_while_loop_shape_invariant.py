TITLE = "A loop variable changes its shape from turn to turn"
URL = "https://github.com/tensorflow/tensorflow/issues/45538"
KIND = "control"


def case(tf):
    i0, v0 = tf.constant(0), tf.zeros([1])

    def body(i, v):
        return i + 1, tf.concat([v, [1.0]], 0)

    try:
        tf.while_loop(lambda i, v: i < 3, body, [i0, v0])
        built = "built"
    except Exception as e:
        built = [type(e).__name__, "shape" in str(e) and "invariant" in str(e)]
    _, v = tf.while_loop(
        lambda i, v: i < 3, body, [i0, v0], shape_invariants=[i0.shape, tf.TensorShape([None])]
    )
    with tf.Session() as sess:
        return built, v.shape.as_list(), sess.run(v)
