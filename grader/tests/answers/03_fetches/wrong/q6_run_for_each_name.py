# question: fetches_q6
# loses: 15
# message: made 3 runs
# A run for each name.
def values_of(session, names):
    found = {}
    for name in names:
        fetch = name
        if ":" not in name:
            operation = session.graph.get_operation_by_name(name)
            fetch = operation.outputs[0] if operation.outputs else operation
        found[name] = session.run(fetch)
    return found
