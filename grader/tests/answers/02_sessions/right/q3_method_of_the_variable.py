# question: sessions_q3
# visits.assign_add, and the session closed by hand.
def count_to(n):
    graph = tf.Graph()
    with graph.as_default():
        visits = tf.Variable(0)
        count = visits.assign_add(1)
    session = tf.Session(graph=graph)
    session.run(visits.initializer)
    numbers = list(map(session.run, [count] * n))
    session.close()
    return graph, numbers
