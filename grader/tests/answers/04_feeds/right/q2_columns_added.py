# question: feeds_q2
# Adds the columns one by one, and means twice.
def build():
    with tf.Graph().as_default() as graph:
        rows = tf.placeholder(tf.float32, shape=[None, 3], name="rows")
        targets = tf.placeholder(tf.float32, shape=[None, 1], name="targets")
        off = targets - rows[:, :1] - rows[:, 1:2] - rows[:, 2:]
        loss = tf.reduce_mean(tf.reduce_mean(off * off, axis=1))
    return graph, rows, targets, loss
