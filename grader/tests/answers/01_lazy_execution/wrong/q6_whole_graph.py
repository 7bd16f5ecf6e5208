# question: lazy_execution_q6
# loses: 15
# message: needed(both) has apart
# Lists the whole graph, whatever the tensor needs.
def needed(tensor):
    return {operation.name for operation in tensor.graph.get_operations()}
