# question: fetches_q3
# loses: 10
# message: a Step is asked for
# Fetches a tuple, which comes back as a tuple.
def steps(session, x, prediction, loss, values):
    return [session.run((prediction, loss), feed_dict={x: value}) for value in values]
