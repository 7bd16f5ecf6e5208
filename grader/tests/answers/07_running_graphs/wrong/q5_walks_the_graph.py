# question: running_graphs_q5
# loses: 15
# message: executed made 0 runs
# Works out what a run would need instead of tracing one.
def executed(session, fetch, feed_dict):
    waiting = [tensor.op for tensor in (fetch if isinstance(fetch, list) else [fetch])]
    names, fed = set(), {tensor.op.name for tensor in feed_dict}
    while waiting:
        operation = waiting.pop()
        if operation.name not in names | fed:
            names.add(operation.name)
            waiting += [tensor.op for tensor in operation.inputs]
    return names
