# question: feeds_q7
# loses: 15
# message: cannot be run without a feed
# The tensor is a placeholder itself, so it has no value to compare with.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        return graph, x + 1.0, x, tf.placeholder(tf.float32, shape=[])


claim_is_true = False
