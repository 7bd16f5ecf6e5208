# question: lazy_execution_q6
# loses: 15
# message: is a list; a set is expected
# Returns a list in which a shared operation occurs twice.
def needed(tensor):
    found, waiting = [], [tensor.op]
    while waiting:
        operation = waiting.pop()
        found.append(operation.name)
        waiting.extend(source.op for source in operation.inputs)
    return found
