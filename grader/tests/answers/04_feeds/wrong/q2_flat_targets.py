# question: feeds_q2
# loses: 15
# message: has the static shape (None,)
# The targets are a vector.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, shape=[None, 3], name="rows")
        targets = tf.placeholder(tf.float32, shape=[None], name="targets")
        sums = tf.reduce_sum(rows, axis=1)
        loss = tf.reduce_mean(tf.square(targets - sums))
    return graph, rows, targets, loss
