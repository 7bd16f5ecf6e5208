# question: fetches_q3
# loses: 10
# message: Cannot feed value of shape (2,)
# Feeds the whole list in one run.
def steps(session, x, prediction, loss, values):
    return [session.run(Step(prediction, loss), feed_dict={x: values})]
