# question: fetches_q3
# loses: 10
# message: its value is expected
# Makes Steps of tensors and runs nothing.
def steps(session, x, prediction, loss, values):
    return [Step(prediction, loss) for value in values]
