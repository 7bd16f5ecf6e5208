# question: feeds_q2
# loses: 15
# message: the loss of the example is 0.25
# The square of the mean instead of the mean of the squares.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, shape=[None, 3], name="rows")
        targets = tf.placeholder(tf.float32, shape=[None, 1], name="targets")
        sums = tf.reduce_sum(rows, axis=1, keepdims=True)
        loss = tf.square(tf.reduce_mean(targets - sums))
    return graph, rows, targets, loss
