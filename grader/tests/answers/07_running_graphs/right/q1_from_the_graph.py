# question: running_graphs_q1
# Takes the names from the tensors.
pruned, folded = spare.op.name, scale.op.name
computed = 3.0
