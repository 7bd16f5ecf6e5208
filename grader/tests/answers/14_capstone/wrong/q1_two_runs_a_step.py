# question: capstone_q1
# loses: 5
# message: runs
# Makes two runs a batch.
first_loss = 2.303
parameters = 650
runs = 28
