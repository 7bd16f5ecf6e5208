# question: lazy_execution_q6
# loses: 15
# message: the number of operations that a diamond needs is 3
# Takes the operation and its direct inputs, but not what those need.
def needed(tensor):
    return {tensor.op.name} | {source.op.name for source in tensor.op.inputs}
