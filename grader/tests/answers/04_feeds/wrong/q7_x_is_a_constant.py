# question: feeds_q7
# loses: 15
# message: a placeholder is asked for
# Feeds a constant, which works, but the question asks for a placeholder.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.constant(1.0)
        return graph, x + 1.0, x, tf.constant(2.0)


claim_is_true = False
