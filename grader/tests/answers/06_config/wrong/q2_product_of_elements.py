# question: config_q2
# loses: 20
# message: the product is
# Multiplies element by element.
def homework():
    graph = tf.Graph()
    with graph.as_default():
        a = tf.constant([[1, 2], [3, 4]], name="a")
        b = tf.multiply(a, a, name="b")
    config = tf.ConfigProto(log_device_placement=True)
    config.gpu_options.allow_growth = True
    return graph, config, b


kinds = {"a": "GPU", "b": "GPU"}
