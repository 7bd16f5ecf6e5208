# question: fetches_q2
# loses: 15
# message: not float
# Returns what the run gives, which are NumPy numbers.
def report(session, tensors, feed_dict):
    return session.run(tensors, feed_dict)
