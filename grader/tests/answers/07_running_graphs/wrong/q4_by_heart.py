# question: running_graphs_q4
# loses: 15
# message: no part of its partial run failed with it
# Knows the message from the lesson, and makes no second part.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        one, two = tf.square(x), tf.negative(x)
        handle = session.partial_run_setup([one, two], [x])
        value = session.partial_run(handle, one, feed_dict={x: 3.0})
        return value, "The feed Placeholder:0 has already been fed."


claim_is_true = False
