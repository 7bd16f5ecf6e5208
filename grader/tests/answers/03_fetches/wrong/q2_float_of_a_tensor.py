# question: fetches_q2
# loses: 15
# message: float() argument must be a string or a real number
# Converts the tensors, not their values.
def report(session, tensors, feed_dict):
    return {name: float(tensor) for name, tensor in tensors.items()}
