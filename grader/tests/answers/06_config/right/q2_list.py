# question: config_q2
# Returns a list, and the tensor by its name.
kinds = {name: "GPU" for name in ["b", "a"]}


def homework():
    config = tf.ConfigProto()
    config.log_device_placement = config.gpu_options.allow_growth = True
    graph = tf.Graph()
    with graph.as_default():
        tf.matmul(*[tf.constant([[1, 2], [3, 4]], name="a")] * 2, name="b")
    return [graph, config, graph.get_tensor_by_name("b:0")]
