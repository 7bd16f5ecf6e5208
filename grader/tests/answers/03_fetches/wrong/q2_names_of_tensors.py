# question: fetches_q2
# loses: 15
# message: The names are
# Uses the names in the graph instead of the keys of the dictionary.
def report(session, tensors, feed_dict):
    values = session.run(list(tensors.values()), feed_dict)
    return {tensor.name: float(v) for tensor, v in zip(tensors.values(), values)}
