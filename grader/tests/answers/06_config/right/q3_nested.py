# question: config_q3
# Nested blocks, and none for the sum.
def placed(rows):
    config = tf.ConfigProto()
    config.allow_soft_placement = True
    with tf.Graph().as_default() as graph, tf.device("/device:GPU:0"):
        with tf.device("/device:CPU:0"):
            table = tf.constant(rows, dtype=tf.float32, name="table")
        product = tf.matmul(table, table, name="product")
        with tf.device(None):
            return graph, config, tf.reduce_sum(product, name="total")
