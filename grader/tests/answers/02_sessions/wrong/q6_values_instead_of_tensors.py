# question: sessions_q6
# loses: 10
# message: a tensor is expected
# Returns what the runs gave.
def experiment():
    graph = tf.Graph()
    with graph.as_default():
        inside = tf.constant(1.0)
    session = tf.Session(graph=graph)
    return session, session.run(inside), None


claim_is_true = False
