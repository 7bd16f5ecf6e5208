# question: functions_q6
# loses: 5
# message: No operation depends on the check
# Fetches the check beside the root.
@tf.function
def root(x):
    tf.Assert(tf.greater_equal(x, 0.0), [x])
    return tf.sqrt(x)


def root_in_session(number):
    with tf.Graph().as_default(), tf1.Session() as session:
        fed = tf1.placeholder(tf.float32, shape=[])
        wanted = [tf.sqrt(fed), tf.Assert(fed >= 0.0, [fed])]
        return float(session.run(wanted, feed_dict={fed: number})[0])
