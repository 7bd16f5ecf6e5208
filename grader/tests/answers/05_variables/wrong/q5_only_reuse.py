# question: variables_q5
# loses: 15
# message: does not exist
# Allows finding only.
def stretch(x):
    with tf.variable_scope("stretch", reuse=True):
        return x * tf.get_variable("factor", shape=[])
