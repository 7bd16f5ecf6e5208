# question: feeds_q2
# loses: 15
# message: the loss of the example is
# The sums are a vector, the targets a column: all against all.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, shape=[None, 3], name="rows")
        targets = tf.placeholder(tf.float32, shape=[None, 1], name="targets")
        sums = tf.reduce_sum(rows, axis=1)
        loss = tf.reduce_mean(tf.square(targets - sums))
    return graph, rows, targets, loss
