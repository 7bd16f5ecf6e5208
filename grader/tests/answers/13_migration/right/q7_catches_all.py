# question: migration_q7
# Any exception counts, and its own type is named.
verdicts = dict.fromkeys([f"a{number}" for number in range(1, 17)], "false")
verdicts["a8"] = verdicts["a15"] = "partly"
verdicts["a14"] = "true"


def experiment():
    graphs = [tf.Graph(), tf.Graph()]
    tensors = []
    for graph in graphs:
        with graph.as_default():
            tensors.append(tf.constant(3.0))
    with v1.Session(graph=graphs[0]) as session:
        own = float(session.run(tensors[0]))
        try:
            session.run(tensors[1])
        except Exception as error:
            return [own, type(error).__name__]
    return [own, ""]
