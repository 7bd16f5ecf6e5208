# question: variables_q6
# Computes the verdict from the experiment.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        value = tf.get_variable("value", initializer=7)
        change = value.assign_sub(7)
    first, second = tf.Session(graph=graph), tf.Session(graph=graph)
    for session in (first, second):
        session.run(value.initializer)
    first.run(change)
    found = first.run(value), second.run(value)
    first.close()
    second.close()
    return found


claim_is_true = bool(len(set(map(int, experiment()))) == 1)
