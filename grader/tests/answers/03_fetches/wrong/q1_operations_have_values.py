# question: fetches_q1
# loses: 4
# message: not the right value
# Thinks that fetching an operation gives what it computes.
a, b, c, d, e = "list", "number", "number", "error", "tuple"
