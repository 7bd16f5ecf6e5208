# question: feeds_q1
# loses: 2
# message: 8.0 is not the right value
# Thinks that a cast rounds.
a, b, c, d, e = 8, 1, "error", 0.25, True
