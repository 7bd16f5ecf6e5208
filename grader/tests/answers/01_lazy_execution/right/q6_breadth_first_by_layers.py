# question: lazy_execution_q6
# Breadth first, one layer of operations after the other.
def needed(tensor):
    layer = {tensor.op.name: tensor.op}
    found = {}
    while layer:
        found.update(layer)
        inputs = (source.op for operation in layer.values() for source in operation.inputs)
        layer = {operation.name: operation for operation in inputs if operation.name not in found}
    return set(found)
