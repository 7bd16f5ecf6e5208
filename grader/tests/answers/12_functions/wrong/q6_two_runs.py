# question: functions_q6
# loses: 5
# message: made 2 runs
# Runs the check in a run of its own.
@tf.function
def root(x):
    tf.Assert(x >= 0.0, [x])
    return tf.sqrt(x)


def root_in_session(number):
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, shape=[])
        check = tf.Assert(x >= 0.0, [x])
        y = tf.sqrt(x)
        session.run(check, feed_dict={x: number})
        return float(session.run(y, feed_dict={x: number}))
