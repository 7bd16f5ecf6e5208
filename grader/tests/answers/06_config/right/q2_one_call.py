# question: config_q2
# The configuration in one call, the product by an operator.
def homework():
    with tf.Graph().as_default() as graph:
        a = tf.constant([[1, 2], [3, 4]], dtype=tf.int32, name="a")
        b = tf.linalg.matmul(a, a, name="b")
    growth = tf.GPUOptions(allow_growth=True)
    return graph, tf.ConfigProto(log_device_placement=True, gpu_options=growth), b


kinds = dict.fromkeys("ab", "GPU")
