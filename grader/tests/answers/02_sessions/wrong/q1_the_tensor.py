# question: sessions_q1
# loses: 8
# message: a is the tensor
# Assigns the tensor where its values are asked for.
a = b = c = d = stock.value()
e = "error"
