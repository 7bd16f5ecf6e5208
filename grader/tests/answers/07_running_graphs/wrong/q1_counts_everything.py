# question: running_graphs_q1
# loses: 5
# message: 6 is not the right value
# Counts all operations of arithmetic.
pruned, folded, computed = "spare", "scale", 6
