# question: sessions_q1
# Writes the numbers with decimal points.
a, b, c, d, e = 8.0, 9.0, 10.0, 9.0, "error"
