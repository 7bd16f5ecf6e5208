# question: fetches_q2
# Fetches a list; item() makes a Python number of a NumPy one.
def report(session, tensors, feed_dict):
    names = sorted(tensors)
    values = session.run([tensors[name] for name in names], feed_dict=feed_dict)
    return {name: float(value.item()) for name, value in zip(names, values)}
