# question: variables_q5
# loses: 15
# message: already exists
# A name scope does not move the variable.
def stretch(x):
    with tf.name_scope("stretch"):
        return x * tf.get_variable("factor", initializer=3.0)
