# question: fetches_q7
# loses: 20
# message: There was nothing to run
# Runs the empty list where there is nothing to run.
def tolerant_run(session, fetches, feed_dict):
    tensors = []

    def collect(part):
        for item in part.values() if isinstance(part, dict) else part:
            if isinstance(item, (list, tuple, dict)):
                collect(item)
            elif not isinstance(item, (int, float, type(None))):
                tensors.append(item)

    def rebuild(part):
        if isinstance(part, dict):
            return {key: rebuild(item) for key, item in part.items()}
        if isinstance(part, (list, tuple)):
            return type(part)(rebuild(item) for item in part)
        return part if isinstance(part, (int, float, type(None))) else next(values)

    collect([fetches])
    values = iter(session.run(tensors, feed_dict))
    return rebuild(fetches)
