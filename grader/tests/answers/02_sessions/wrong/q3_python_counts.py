# question: sessions_q3
# loses: 20
# message: made 1 run
# The graph is there, but Python does the counting.
def count_to(n):
    graph = tf.Graph()
    with graph.as_default():
        visits = tf.Variable(0, name="visits")
        tf.assign_add(visits, 1, name="count")
    with tf.Session(graph=graph) as session:
        session.run(visits.initializer)
    return graph, list(range(1, n + 1))
