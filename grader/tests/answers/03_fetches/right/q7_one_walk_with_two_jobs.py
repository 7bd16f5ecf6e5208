# question: fetches_q7
# The same walk collects and rebuilds.
def tolerant_run(session, fetches, feed_dict):
    def walk(part, leaf):
        if isinstance(part, dict):
            return {key: walk(item, leaf) for key, item in part.items()}
        if isinstance(part, (list, tuple)):
            return type(part)(walk(item, leaf) for item in part)
        if part is None or isinstance(part, (int, float)):
            return part
        return leaf(part)

    wanted = []
    walk(fetches, wanted.append)
    values = session.run(wanted, feed_dict) if wanted else []
    values.reverse()
    return walk(fetches, lambda _: values.pop())
