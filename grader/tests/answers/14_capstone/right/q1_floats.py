# question: capstone_q1
# Gives whole numbers as floats.
first_loss, parameters, runs = 2.3026, 650.0, 14.0
