# question: functions_q6
# loses: 5
# message: does not refuse -1
# Builds the check, and the run does not need it.
@tf.function
def root(x):
    tf.Assert(x >= 0.0, [x])
    return tf.sqrt(x)


def root_in_session(number):
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, shape=[])
        unused = tf.Assert(x >= 0.0, [x])
        assert unused.name
        return float(session.run(tf.sqrt(x), feed_dict={x: number}))
