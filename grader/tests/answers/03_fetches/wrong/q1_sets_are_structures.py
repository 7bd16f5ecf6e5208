# question: fetches_q1
# loses: 2
# message: not the right value
# Thinks that a set comes back as a list.
a, b, c, d, e = "list", "None", "None", "list", "tuple"
