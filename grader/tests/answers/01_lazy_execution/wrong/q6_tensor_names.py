# question: lazy_execution_q6
# loses: 15
# message: lacks both, first, second
# Collects the names of tensors instead of operations.
def needed(tensor):
    found, waiting = set(), [tensor]
    while waiting:
        current = waiting.pop()
        if current.name not in found:
            found.add(current.name)
            waiting.extend(current.op.inputs)
    return found
