# question: fetches_q2
# loses: 15
# message: a dict is expected
# Returns a list of the values.
def report(session, tensors, feed_dict):
    return [float(value) for value in session.run(list(tensors.values()), feed_dict)]
