# question: saving_q1
# Gives whole numbers for the values.
names, kept = ["w"], list(range(3, 5))
values = [2.0**3, 4.0]
