# question: fetches_q2
# loses: 15
# message: closed a session that belongs to its caller
# Enters the session of the caller and closes it.
def report(session, tensors, feed_dict):
    with session:
        values = session.run(tensors, feed_dict)
    return {name: float(value) for name, value in values.items()}
