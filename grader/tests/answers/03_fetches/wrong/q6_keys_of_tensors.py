# question: fetches_q6
# loses: 15
# message: lacks the names
# The keys are the names of the tensors, not the names given.
def values_of(session, names):
    fetches = {}
    for name in names:
        if ":" in name:
            fetches[name] = name
        else:
            operation = session.graph.get_operation_by_name(name)
            for tensor in operation.outputs[:1]:
                fetches[tensor.name] = tensor
    return session.run(fetches)
