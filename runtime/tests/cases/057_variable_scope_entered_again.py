TITLE = "A variable_scope entered again: variables keep the name, ops get scope_1"
URL = "https://github.com/tensorflow/tensorflow/issues/6189"
KIND = "scopes"


def case(tf):
    with tf.variable_scope("test") as vs:
        v1 = tf.placeholder(tf.float32, name="v1")
        w1 = tf.get_variable("w1", initializer=0.0)
    with tf.variable_scope("test"):
        v2 = tf.placeholder(tf.float32, name="v2")
        w2 = tf.get_variable("w2", initializer=0.0)
    with tf.variable_scope(vs, auxiliary_name_scope=False), tf.name_scope(vs.original_name_scope):
        v3 = tf.placeholder(tf.float32, name="v3")
    return [t.name for t in (v1, w1, v2, w2, v3)]
