# question: feeds_q1
# loses: 4
# message: d is the text '0.25'
# Believes that a text stays a text, and writes the other text with a capital.
a = 7
b = 1
c = "Error"
d = "0.25"
e = True
