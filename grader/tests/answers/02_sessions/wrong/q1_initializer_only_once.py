# question: sessions_q1
# loses: 2
# message: 8 is not the right value
# Thinks that an initializer does nothing in a session where it has run before.
a, b, c, d, e = 8, 9, 8, 9, "error"
