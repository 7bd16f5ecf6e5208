# question: variables_q5
# loses: 15
# message: the first result is 2.0
# Starts at one.
def stretch(x):
    with tf.variable_scope("stretch", reuse=tf.AUTO_REUSE):
        return x * tf.get_variable("factor", shape=[], initializer=tf.ones_initializer())
