# question: sessions_q2
# loses: 15
# message: its value is expected
# Looks the tensor up and does not run it.
def value_of(graph, name):
    return graph.get_tensor_by_name(name)
