# question: fetches_q3
# Makes the fetch once and adds the steps up by keyword.
def steps(session, x, prediction, loss, values):
    wanted = Step(loss=loss, prediction=prediction)
    results = []
    for value in values:
        results += [session.run(wanted, {x: value})]
    return results
