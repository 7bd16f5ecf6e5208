# question: config_q3
# loses: 20
# message: `product` was made for
# Places the product on the CPU, so that it runs everywhere.
def placed(rows):
    graph = tf.Graph()
    with graph.as_default():
        with tf.device("/cpu:0"):
            table = tf.constant(rows, name="table")
            product = tf.matmul(table, table, name="product")
        total = tf.reduce_sum(product, name="total")
    return graph, tf.ConfigProto(), total
