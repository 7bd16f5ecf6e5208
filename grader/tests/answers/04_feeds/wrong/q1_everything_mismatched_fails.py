# question: feeds_q1
# loses: 8
# message: is the text 'error'
# Thinks that every mismatch is an error.
a, b, c, d, e = "error", "error", "error", "error", "error"
