# question: fetches_q2
# loses: 15
# message: made 2 runs
# A run for each tensor.
def report(session, tensors, feed_dict):
    return {name: float(session.run(tensor, feed_dict)) for name, tensor in tensors.items()}
