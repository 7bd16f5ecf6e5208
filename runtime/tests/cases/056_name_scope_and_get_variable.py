TITLE = "name_scope() does not prefix get_variable(); variable_scope() prefixes both"
URL = "https://github.com/vahidk/EffectiveTensorflow/issues/12"
KIND = "scopes"


def case(tf):
    with tf.name_scope("ns"):
        a = tf.get_variable("a", initializer=0.0)
        b = tf.Variable(0.0, name="b")
        c = tf.add(1, 2, name="c")
    with tf.variable_scope("vs"):
        d = tf.get_variable("d", initializer=0.0)
        e = tf.Variable(0.0, name="e")
        f = tf.add(1, 2, name="f")
    with tf.variable_scope("vs", reuse=True):
        g = tf.get_variable("d")
        h = tf.Variable(0.0, name="e")
        i = tf.add(1, 2, name="f")
    return [t.name for t in (a, b, c, d, e, f, g, h, i)], g is d
