# question: fetches_q3
# loses: 10
# message: prediction 0 is 9.0
# Puts the tensors into the named tuple in the wrong order.
def steps(session, x, prediction, loss, values):
    return [session.run(Step(loss, prediction), feed_dict={x: value}) for value in values]
