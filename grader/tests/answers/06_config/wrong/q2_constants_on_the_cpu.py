# question: config_q2
# loses: 20
# message: is not the right value
# Believes that constants stay on the CPU.
def homework():
    graph = tf.Graph()
    with graph.as_default():
        a = tf.constant([[1, 2], [3, 4]], name="a")
        b = tf.matmul(a, a, name="b")
    config = tf.ConfigProto(log_device_placement=True)
    config.gpu_options.allow_growth = True
    return graph, config, b


kinds = {"a": "CPU", "b": "GPU"}
