# question: fetches_q7
# loses: 20
# message: has invalid type
# Hands everything to run.
def tolerant_run(session, fetches, feed_dict):
    return session.run(fetches, feed_dict)
