# question: feeds_q1
# Floats for whole numbers and a text for a number.
a, b, c, d, e = 7.0, 1.0, "error", "0.25", True
