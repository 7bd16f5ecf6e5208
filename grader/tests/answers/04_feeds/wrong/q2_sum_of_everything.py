# question: feeds_q2
# loses: 15
# message: the loss of the example is
# Sums the whole table.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, shape=[None, 3], name="rows")
        targets = tf.placeholder(tf.float32, shape=[None, 1], name="targets")
        loss = tf.reduce_mean(tf.square(targets - tf.reduce_sum(rows)))
    return graph, rows, targets, loss
