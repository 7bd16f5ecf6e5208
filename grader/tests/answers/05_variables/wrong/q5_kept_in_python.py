# question: variables_q5
# loses: 15
# message: same graph
# Keeps the variable in Python, so a second graph gets the first one's.
kept = []


def stretch(x):
    if not kept:
        with tf.variable_scope("stretch"):
            kept.append(tf.get_variable("factor", initializer=3.0))
    return x * kept[0]
