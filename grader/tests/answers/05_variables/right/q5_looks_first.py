# question: variables_q5
# Decides itself whether the variable is there.
def stretch(x):
    there = [v for v in tf.global_variables() if v.op.name == "stretch/factor"]
    if there:
        return tf.multiply(there[0], x)
    with tf.variable_scope("stretch"):
        return tf.multiply(tf.get_variable("factor", initializer=3.0), x)
