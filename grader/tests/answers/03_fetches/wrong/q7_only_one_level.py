# question: fetches_q7
# loses: 20
# message: TypeError
# Looks at the items of the outermost structure only.
def tolerant_run(session, fetches, feed_dict):
    if not isinstance(fetches, dict):
        return session.run(fetches, feed_dict)
    kept = {k: v for k, v in fetches.items() if isinstance(v, (int, float, list, type(None)))}
    run = {k: v for k, v in fetches.items() if k not in kept}
    return {**session.run(run, feed_dict), **kept}
