# question: lazy_execution_q6
# loses: 15
# message: cannot walk a deep graph
# Calls itself for every input.
def needed(tensor):
    found = {tensor.op.name}
    for source in tensor.op.inputs:
        found |= needed(source)
    return found
