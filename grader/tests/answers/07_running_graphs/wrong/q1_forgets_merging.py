# question: running_graphs_q1
# loses: 5
# message: 4 is not the right value
# Prunes and folds, but does not merge.
pruned, folded, computed = "spare", "scale", 4
