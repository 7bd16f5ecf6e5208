# question: capstone_q1
# loses: 5
# message: first_loss
# Takes the loss of two classes.
first_loss = 0.693
parameters = 650
runs = 14
