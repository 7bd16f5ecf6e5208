# question: running_graphs_q1
# Names the outputs of the operations.
pruned = "spare:0"
folded = "scale:0"
computed = 3
