# question: sessions_q1
# loses: 6
# message: is not the right value
# Thinks that the stock is in the graph, so that both sessions sell from one.
a, b, c, d, e = 7, 7, 10, 10, "error"
