# question: functions_q6
# loses: 10
# message: root does not refuse -1
# Computes the root of whatever comes.
@tf.function
def root(x):
    return tf.sqrt(x)


def root_in_session(number):
    with tf.Graph().as_default(), tf1.Session() as session:
        x = tf1.placeholder(tf.float32, shape=[])
        return float(session.run(tf.sqrt(x), feed_dict={x: number}))
