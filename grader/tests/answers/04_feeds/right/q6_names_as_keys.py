# question: feeds_q6
# The key is the name with its number.
def what_if(session, fetch, name, values):
    full = name if ":" in name else f"{name}:0"
    if not session.graph.is_feedable(session.graph.get_tensor_by_name(full)):
        return None
    results = []
    for value in values:
        results.append(session.run(fetch, {full: value}))
    return results
