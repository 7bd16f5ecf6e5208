# question: running_graphs_q4
# loses: 15
# message: message should be text
# Returns the error instead of its text.
def experiment():
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, shape=[])
        one, two = tf.square(x), tf.negative(x)
        handle = session.partial_run_setup([one, two], [x])
        value = session.partial_run(handle, one, feed_dict={x: 3.0})
        try:
            session.partial_run(handle, two, feed_dict={x: 4.0})
        except tf.errors.InvalidArgumentError as error:
            return value, error


claim_is_true = False
