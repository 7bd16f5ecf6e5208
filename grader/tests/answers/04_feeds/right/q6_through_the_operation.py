# question: feeds_q6
# Finds the tensor among the outputs of its operation.
def what_if(session, fetch, name, values):
    graph = session.graph
    operation, _, number = name.partition(":")
    tensor = graph.get_operation_by_name(operation).outputs[int(number or 0)]
    if graph.is_feedable(tensor):
        return list(map(lambda value: session.run(fetch, {tensor: value}), values))
    return None
