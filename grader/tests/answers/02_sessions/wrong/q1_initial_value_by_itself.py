# question: sessions_q1
# loses: 2
# message: not the right value
# Thinks that a new session begins with the initial value.
a, b, c, d, e = 8, 9, 10, 9, "number"
