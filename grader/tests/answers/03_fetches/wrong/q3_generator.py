# question: fetches_q3
# loses: 10
# message: a list is expected
# Parentheses instead of brackets: a generator, which has run nothing yet.
def steps(session, x, prediction, loss, values):
    return (session.run(Step(prediction, loss), feed_dict={x: value}) for value in values)
