# question: fetches_q2
# loses: 15
# message: Argument `fetch` = 1.0 has invalid type "float"
# Puts the feed into the list of fetches.
def report(session, tensors, feed_dict):
    values = session.run([tensors, feed_dict])[0]
    return {name: float(value) for name, value in values.items()}
