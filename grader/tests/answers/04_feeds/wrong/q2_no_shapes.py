# question: feeds_q2
# loses: 15
# message: unknown (any shape fits)
# Declares no shapes.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, name="rows")
        targets = tf.placeholder(tf.float32, name="targets")
        sums = tf.reduce_sum(rows, axis=1, keepdims=True)
        loss = tf.reduce_mean(tf.square(targets - sums))
    return graph, rows, targets, loss
