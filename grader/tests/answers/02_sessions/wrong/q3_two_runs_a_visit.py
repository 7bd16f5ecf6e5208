# question: sessions_q3
# loses: 20
# message: made 11 runs
# Runs the operation and then reads the variable in another run.
def count_to(n):
    graph = tf.Graph()
    with graph.as_default():
        visits = tf.Variable(0, name="visits")
        count = tf.assign_add(visits, 1, name="count")
    numbers = []
    with tf.Session(graph=graph) as session:
        session.run(visits.initializer)
        for _ in range(n):
            session.run(count)
            numbers.append(session.run(visits))
    return graph, numbers
