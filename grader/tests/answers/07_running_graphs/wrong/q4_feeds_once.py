# question: running_graphs_q4
# loses: 15
# message: does not tell of a placeholder that is fed a second time
# Feeds the placeholder once only.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        one, two = tf.square(x), tf.negative(x)
        handle = session.partial_run_setup([one, two], [x])
        value = session.partial_run(handle, one, feed_dict={x: 3.0})
        session.partial_run(handle, two)
        return value, ""


claim_is_true = True
