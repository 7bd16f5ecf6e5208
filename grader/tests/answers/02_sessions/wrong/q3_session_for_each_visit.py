# question: sessions_q3
# loses: 20
# message: it should be [1, 2, 3]
# A session a visit, each with an initial value of its own.
def count_to(n):
    graph = tf.Graph()
    with graph.as_default():
        visits = tf.Variable(0, name="visits")
        count = tf.assign_add(visits, 1, name="count")
    numbers = []
    for _ in range(n):
        with tf.Session(graph=graph) as session:
            session.run(visits.initializer)
            numbers.append(session.run(count))
    return graph, numbers
