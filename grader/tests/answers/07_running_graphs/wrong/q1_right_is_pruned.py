# question: running_graphs_q1
# loses: 5
# message: 'right' is not the right value
# Takes the merged operation for the pruned one.
pruned, folded, computed = "right", "scale", 3
