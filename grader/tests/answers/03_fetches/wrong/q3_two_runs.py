# question: fetches_q3
# loses: 10
# message: made 6 runs
# A run for each of the two values.
def steps(session, x, prediction, loss, values):
    return [
        Step(session.run(prediction, {x: value}), session.run(loss, {x: value}))
        for value in values
    ]
