# question: fetches_q6
# Tries name:0 and takes the operation if there is no such tensor.
def values_of(session, names):
    fetches = {}
    for name in names:
        try:
            session.graph.get_tensor_by_name(name if ":" in name else f"{name}:0")
        except KeyError:
            fetches[name] = name
        else:
            fetches[name] = name if ":" in name else f"{name}:0"
    return session.run(fetches)
