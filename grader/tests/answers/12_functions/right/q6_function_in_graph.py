# question: functions_q6
# Calls the function itself in the graph of the session.
@tf.function
def root(x):
    with tf.control_dependencies([tf.debugging.Assert(x >= 0.0, [x])]):
        return x**0.5


def root_in_session(number):
    with tf.Graph().as_default():
        x = tf1.placeholder(tf.float32, shape=[])
        y = root(x)
        with tf1.Session() as session:
            return float(session.run(y, feed_dict={x: number}))
