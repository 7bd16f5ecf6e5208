# question: sessions_q2
# The try stands round the with block, and the value comes from eval.
def value_of(graph, name):
    value = None
    try:
        with tf.Session(graph=graph):
            value = graph.get_tensor_by_name(name).eval()
    except tf.errors.InvalidArgumentError:
        pass
    return value
