# question: config_q3
# With the graph's own method.
def placed(rows):
    graph = tf.Graph()
    with graph.as_default():
        with graph.device("CPU:0"):
            table = tf.constant(rows, name="table")
        with graph.device("GPU:0"):
            product = tf.matmul(table, table, name="product")
        total = tf.reduce_sum(tf.reduce_sum(product, 0), name="total")
    return graph, tf.ConfigProto(allow_soft_placement=True), total
