# question: feeds_q7
# loses: 15
# message: is not computed from
# The fetch has nothing to do with the placeholder.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        tensor = tf.constant(1.0)
        return graph, tensor + 1.0, x, tensor


claim_is_true = False
