# question: feeds_q2
# A product with a column of ones sums the rows.
def build():
    graph = tf.Graph()
    with graph.as_default():
        rows = tf.placeholder(tf.float32, (None, 3), "rows")
        targets = tf.placeholder("float32", tf.TensorShape([None, 1]), name="targets")
        sums = tf.matmul(rows, tf.constant([[1.0], [1.0], [1.0]]))
        loss = tf.reduce_mean((sums - targets) ** 2)
    return [graph, rows, targets, loss]
