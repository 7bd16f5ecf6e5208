# question: fetches_q3
# loses: 10
# message: returned 1 results
# Overwrites the result in the loop.
def steps(session, x, prediction, loss, values):
    result = []
    for value in values:
        result = [session.run(Step(prediction, loss), feed_dict={x: value})]
    return result
