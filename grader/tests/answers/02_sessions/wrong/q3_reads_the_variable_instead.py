# question: sessions_q3
# loses: 20
# message: it should be [1, 2, 3]
# Runs the variable, which nobody changes.
def count_to(n):
    graph = tf.Graph()
    with graph.as_default():
        visits = tf.Variable(0, name="visits")
        tf.assign_add(visits, 1, name="count")
    with tf.Session(graph=graph) as session:
        session.run(visits.initializer)
        return graph, [session.run(visits) for _ in range(n)]
