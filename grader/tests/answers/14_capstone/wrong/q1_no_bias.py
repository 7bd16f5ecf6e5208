# question: capstone_q1
# loses: 5
# message: parameters
# Forgets the bias.
first_loss = 2.303
parameters = 640
runs = 14
