# question: lazy_execution_q6
# loses: 15
# message: lacks both
# Collects the inputs, but not the operation that it starts from.
def needed(tensor):
    found, waiting = set(), [tensor.op]
    while waiting:
        for source in waiting.pop().inputs:
            if source.op.name not in found:
                found.add(source.op.name)
                waiting.append(source.op)
    return found
