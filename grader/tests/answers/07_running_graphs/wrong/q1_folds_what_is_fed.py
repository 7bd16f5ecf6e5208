# question: running_graphs_q1
# loses: 5
# message: 'left' is not the right value
# Folds an operation that depends on the feed.
pruned, folded, computed = "spare", "left", 3
