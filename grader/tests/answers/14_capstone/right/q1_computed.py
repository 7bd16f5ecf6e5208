# question: capstone_q1
# Computes the numbers.
first_loss = -np.log(0.1)
parameters = 64 * 10 + 10
runs = 1400 // 100
