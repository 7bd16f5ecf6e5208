# question: fetches_q6
# A list of fetches, zipped with the names afterwards.
def values_of(session, names):
    def fetch(name):
        if ":" in name:
            return session.graph.get_tensor_by_name(name)
        operation = session.graph.get_operation_by_name(name)
        return (list(operation.outputs) + [operation])[0]

    return dict(zip(names, session.run([fetch(name) for name in names])))
