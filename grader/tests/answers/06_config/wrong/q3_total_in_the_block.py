# question: config_q3
# loses: 20
# message: it should be free
# Builds the sum inside the second block.
def placed(rows):
    graph = tf.Graph()
    with graph.as_default():
        with tf.device("/cpu:0"):
            table = tf.constant(rows, name="table")
        with tf.device("/gpu:0"):
            product = tf.matmul(table, table, name="product")
            total = tf.reduce_sum(product, name="total")
    return graph, tf.ConfigProto(allow_soft_placement=True), total
