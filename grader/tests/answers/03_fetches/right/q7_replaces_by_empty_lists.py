# question: fetches_q7
# Puts an empty list, which run accepts, in the place of what it does not, and puts it back afterwards.
def tolerant_run(session, fetches, feed_dict):
    kept = (int, float, type(None))

    def found(part):
        if isinstance(part, dict):
            return any(map(found, part.values()))
        if isinstance(part, (list, tuple)):
            return any(map(found, part))
        return not isinstance(part, kept)

    def accepted(part):
        if isinstance(part, dict):
            return {key: accepted(item) for key, item in part.items()}
        if isinstance(part, (list, tuple)):
            return type(part)(map(accepted, part))
        return [] if isinstance(part, kept) else part

    def restored(part, value):
        if isinstance(part, dict):
            return {key: restored(item, value[key]) for key, item in part.items()}
        if isinstance(part, (list, tuple)):
            return type(part)(restored(p, v) for p, v in zip(part, value))
        return part if isinstance(part, kept) else value

    if not found(fetches):
        return fetches
    return restored(fetches, session.run(accepted(fetches), feed_dict))
