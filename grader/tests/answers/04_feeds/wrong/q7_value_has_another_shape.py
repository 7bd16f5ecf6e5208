# question: feeds_q7
# loses: 15
# message: so nothing is decided
# The tensor's value does not fit the placeholder either.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        return graph, x * 2.0, x, tf.constant([1.0, 2.0])


claim_is_true = False
