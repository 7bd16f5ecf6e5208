# question: fetches_q6
# loses: 15
# message: the value behind 'total' is
# Fetches the list of all outputs.
def values_of(session, names):
    fetches = {}
    for name in names:
        fetches[name] = name
        if ":" not in name:
            operation = session.graph.get_operation_by_name(name)
            fetches[name] = operation.outputs or operation
    return session.run(fetches)
