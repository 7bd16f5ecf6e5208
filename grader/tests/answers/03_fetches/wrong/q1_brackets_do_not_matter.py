# question: fetches_q1
# loses: 2
# message: not the right value
# Thinks that a list of one is as good as its element.
a, b, c, d, e = "number", "None", "None", "error", "tuple"
