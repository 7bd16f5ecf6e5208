# question: fetches_q7
# loses: 20
# message: made 3 runs
# Walks through the structure and runs each leaf by itself.
def tolerant_run(session, fetches, feed_dict):
    if isinstance(fetches, dict):
        return {k: tolerant_run(session, v, feed_dict) for k, v in fetches.items()}
    if isinstance(fetches, (list, tuple)):
        return type(fetches)(tolerant_run(session, v, feed_dict) for v in fetches)
    if fetches is None or isinstance(fetches, (int, float)):
        return fetches
    return session.run(fetches, feed_dict)
