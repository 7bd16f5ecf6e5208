# question: feeds_q2
# loses: 15
# message: has the dtype float64
# Chooses float64, as NumPy does.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float64, shape=[None, 3], name="rows")
        targets = tf.placeholder(tf.float64, shape=[None, 1], name="targets")
        sums = tf.reduce_sum(rows, axis=1, keepdims=True)
        loss = tf.reduce_mean(tf.square(targets - sums))
    return graph, rows, targets, loss
