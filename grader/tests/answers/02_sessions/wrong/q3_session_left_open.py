# question: sessions_q3
# loses: 20
# message: left 1 open
# Does not close the session.
def count_to(n):
    graph = tf.Graph()
    with graph.as_default():
        visits = tf.Variable(0, name="visits")
        count = tf.assign_add(visits, 1, name="count")
    session = tf.Session(graph=graph)
    session.run(visits.initializer)
    return graph, [session.run(count) for _ in range(n)]
