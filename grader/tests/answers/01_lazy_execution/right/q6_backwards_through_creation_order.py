# question: lazy_execution_q6
# Goes once through all operations backwards, because inputs are made before their users.
def needed(tensor):
    found = {tensor.op.name}
    for operation in reversed(tensor.graph.get_operations()):
        if operation.name in found:
            found.update(source.op.name for source in operation.inputs)
    return found
