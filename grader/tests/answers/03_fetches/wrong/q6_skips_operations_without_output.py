# question: fetches_q6
# loses: 15
# message: was run 0 times
# Writes None without running the operation.
def values_of(session, names):
    fetches = {}
    for name in names:
        outputs = session.graph.get_operation_by_name(name.split(":")[0]).outputs
        if ":" in name:
            fetches[name] = name
        elif outputs:
            fetches[name] = outputs[0]
    found = dict.fromkeys(names)
    found.update(session.run(fetches))
    return found
