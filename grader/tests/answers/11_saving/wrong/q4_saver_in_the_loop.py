# question: saving_q4
# loses: 10
# message: After five steps
# Keeps the Saver in the loop.
def keeps_two(directory, steps):
    return keeps_all(directory, steps)
