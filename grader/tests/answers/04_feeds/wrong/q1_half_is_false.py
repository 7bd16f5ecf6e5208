# question: feeds_q1
# loses: 2
# message: is not the right value
# Thinks that 0.5 becomes 0 first.
a, b, c, d, e = 7, 1, "error", 0.25, False
