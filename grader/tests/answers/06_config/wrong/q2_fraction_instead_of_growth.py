# question: config_q2
# loses: 20
# message: would reserve all memory at once
# Limits the memory instead of letting it grow.
def homework():
    graph = tf.Graph()
    with graph.as_default():
        a = tf.constant([[1, 2], [3, 4]], name="a")
        b = tf.matmul(a, a, name="b")
    config = tf.ConfigProto(log_device_placement=True)
    config.gpu_options.per_process_gpu_memory_fraction = 0.5
    return graph, config, b


kinds = {"a": "GPU", "b": "GPU"}
