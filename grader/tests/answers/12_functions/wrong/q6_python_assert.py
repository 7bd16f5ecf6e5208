# question: functions_q6
# loses: 5
# message: root is not a tf.function
# Leaves the decorator out; the session is right.
def root(x):
    tf.Assert(x >= 0.0, [x])
    return tf.sqrt(x)


def root_in_session(number):
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, shape=[])
        with tf.control_dependencies([tf.Assert(x >= 0.0, [x])]):
            y = tf.sqrt(x)
        return float(session.run(y, feed_dict={x: number}))
