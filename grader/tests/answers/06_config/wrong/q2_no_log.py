# question: config_q2
# loses: 20
# message: would not log the placement
# Forgets the log.
def homework():
    graph = tf.Graph()
    with graph.as_default():
        a = tf.constant([[1, 2], [3, 4]], name="a")
        b = tf.matmul(a, a, name="b")
    config = tf.ConfigProto(gpu_options=tf.GPUOptions(allow_growth=True))
    return graph, config, b


kinds = {"a": "GPU", "b": "GPU"}
