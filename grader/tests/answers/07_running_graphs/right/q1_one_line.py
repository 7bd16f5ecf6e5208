# question: running_graphs_q1
# All in one line.
pruned, folded, computed = ("spare", "scale", len(["left", "mul", "result"]))
