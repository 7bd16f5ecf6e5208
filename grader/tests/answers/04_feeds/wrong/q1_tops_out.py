# question: feeds_q1
# loses: 2
# message: 255.0 is not the right value
# Thinks that a number that is too large becomes the largest.
a, b, c, d, e = 7, 255, "error", 0.25, True
