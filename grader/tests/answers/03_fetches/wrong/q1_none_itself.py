# question: fetches_q1
# loses: 4
# message: it should be one of the texts
# Assigns None instead of the text.
a, b, c, d, e = "list", None, None, "error", "tuple"
