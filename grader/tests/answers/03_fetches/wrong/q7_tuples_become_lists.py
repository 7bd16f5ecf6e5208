# question: fetches_q7
# loses: 20
# message: a tuple in a list is a list; a tuple is expected
# Rebuilds tuples as lists.
def tolerant_run(session, fetches, feed_dict):
    tensors = []

    def collect(part):
        if isinstance(part, dict):
            return {key: collect(item) for key, item in part.items()}
        if isinstance(part, (list, tuple)):
            return [collect(item) for item in part]
        if part is None or isinstance(part, (int, float)):
            return lambda values: part
        place = len(tensors)
        tensors.append(part)
        return lambda values: values[place]

    def put(part, values):
        if isinstance(part, dict):
            return {key: put(item, values) for key, item in part.items()}
        if isinstance(part, list):
            return [put(item, values) for item in part]
        return part(values)

    plan = collect(fetches)
    return put(plan, session.run(tensors, feed_dict) if tensors else [])
