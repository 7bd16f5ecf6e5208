# question: fetches_q7
# loses: 20
# message: a fetch by name is
# Takes a text for a sequence, and a text is made of texts.
def tolerant_run(session, fetches, feed_dict):
    tensors = []

    def rebuild(part, leaf):
        if isinstance(part, dict):
            return {key: rebuild(item, leaf) for key, item in part.items()}
        if hasattr(part, "__len__") and not hasattr(part, "op"):
            return type(part)(rebuild(item, leaf) for item in part)
        if part is None or isinstance(part, (int, float)):
            return part
        return leaf(part)

    rebuild(fetches, tensors.append)
    values = iter(session.run(tensors, feed_dict) if tensors else [])
    return rebuild(fetches, lambda _: next(values))
