# question: config_q3
# loses: 20
# message: `table` was made for
# Builds everything in one block.
def placed(rows):
    graph = tf.Graph()
    with graph.as_default(), tf.device("/gpu:0"):
        table = tf.constant(rows, name="table")
        product = tf.matmul(table, table, name="product")
        total = tf.reduce_sum(product, name="total")
    return graph, tf.ConfigProto(allow_soft_placement=True), total
