# question: lazy_execution_q6
# loses: 15
# message: which the run leaves out
# Takes every operation that was made before the tensor's own.
def needed(tensor):
    names = [operation.name for operation in tensor.graph.get_operations()]
    return set(names) - {names[-1]} | {"apart"}
