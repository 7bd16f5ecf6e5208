# question: feeds_q2
# loses: 15
# message: has the static shape (None, 1)
# Returns all squared differences.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, shape=[None, 3], name="rows")
        targets = tf.placeholder(tf.float32, shape=[None, 1], name="targets")
        loss = tf.square(targets - tf.reduce_sum(rows, axis=1, keepdims=True))
    return graph, rows, targets, loss
