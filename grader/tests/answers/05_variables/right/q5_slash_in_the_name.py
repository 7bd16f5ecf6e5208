# question: variables_q5
# Multiplies inside the scope; an initializer object and a full name.
def stretch(x):
    with tf.variable_scope(tf.get_variable_scope(), reuse=tf.AUTO_REUSE):
        factor = tf.get_variable(
            "stretch/factor", shape=[], dtype=tf.float32, initializer=tf.constant_initializer(3.0)
        )
        return factor * x
