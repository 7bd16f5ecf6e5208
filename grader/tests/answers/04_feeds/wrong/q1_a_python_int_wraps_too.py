# question: feeds_q1
# loses: 2
# message: another type
# Thinks that 257 is cast in any form.
a, b, c, d, e = 7, 1, 1, 0.25, True
