# question: fetches_q7
# loses: 20
# message: should come back as it is
# Leaves None and numbers out of the result.
def tolerant_run(session, fetches, feed_dict):
    def clean(part):
        if isinstance(part, dict):
            return {key: clean(item) for key, item in part.items()}
        if isinstance(part, (list, tuple)):
            return type(part)(
                clean(item) for item in part if not isinstance(item, (int, float, type(None)))
            )
        return part

    return session.run(clean(fetches), feed_dict)
