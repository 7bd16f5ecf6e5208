# question: fetches_q2
# Fetches an ordered dictionary and overwrites its values.
def report(session, tensors, feed_dict):
    result = session.run(collections.OrderedDict(tensors), feed_dict)
    for name in result:
        result[name] = float(result[name])
    return result
