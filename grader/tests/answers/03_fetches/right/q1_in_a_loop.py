# question: fetches_q1
# Unpacks a text.
a, b, c, d, e = "list None None error tuple".split()
