# question: fetches_q3
# Unpacks the values of one run into a Step.
def steps(session, x, prediction, loss, values):
    results = []
    for value in values:
        results.append(Step(*session.run([prediction, loss], {x: value})))
    return results
