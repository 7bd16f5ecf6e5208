# question: variables_q5
# loses: 15
# message: already exists
# Asks for the variable without allowing reuse.
def stretch(x):
    with tf.variable_scope("stretch"):
        return x * tf.get_variable("factor", initializer=3.0)
