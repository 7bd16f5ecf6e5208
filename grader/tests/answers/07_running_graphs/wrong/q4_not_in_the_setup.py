# question: running_graphs_q4
# loses: 15
# message: was not specified
# Does not catch the error of a feed that the set-up does not name.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        one, two = tf.square(x), tf.negative(x)
        handle = session.partial_run_setup([one, two], [])
        value = session.partial_run(handle, one, feed_dict={x: 3.0})
        return value, ""


claim_is_true = False
