# question: fetches_q2
# loses: 15
# message: the mean of other numbers
# Rounds the values to one digit, as a report for people would.
def report(session, tensors, feed_dict):
    values = session.run(tensors, feed_dict)
    return {name: round(float(value), 1) for name, value in values.items()}
