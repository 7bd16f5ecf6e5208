# question: functions_q6
# loses: 5
# message: Python should not do the checking
# In the session's version Python looks at the number.
@tf.function
def root(x):
    tf.Assert(tf.greater_equal(x, 0.0), [x])
    return tf.sqrt(x)


def root_in_session(number):
    if number < 0:
        raise tf.errors.InvalidArgumentError(None, None, "negative")
    with tf.Graph().as_default(), tf1.Session() as session:
        return float(session.run(tf.sqrt(tf.constant(number))))
