TITLE = "A name used before gets _1, _2, …; name scopes too"
URL = "https://github.com/tensorflow/tensorflow/issues/19991"
KIND = "names"


def case(tf):
    a = [tf.constant(0, name="x").name for _ in range(3)]
    with tf.name_scope("layer"):
        b = tf.constant(0, name="x").name
    with tf.name_scope("layer") as s:
        c = tf.constant(0, name="x").name
    with tf.name_scope(s):  # re-enter the very same scope
        d = tf.constant(0, name="y").name
    return a, b, c, d, tf.constant(0, name="X").name
