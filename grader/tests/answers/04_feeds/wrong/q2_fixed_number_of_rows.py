# question: feeds_q2
# loses: 15
# message: has the static shape (2, 3)
# Takes the number of rows of the example.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, shape=[2, 3], name="rows")
        targets = tf.placeholder(tf.float32, shape=[2, 1], name="targets")
        sums = tf.reduce_sum(rows, axis=1, keepdims=True)
        loss = tf.reduce_mean(tf.square(targets - sums))
    return graph, rows, targets, loss
