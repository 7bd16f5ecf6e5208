# question: sessions_q3
# loses: 20
# message: Build before the loop
# Adds an operation for each visit.
def count_to(n):
    graph = tf.Graph()
    numbers = []
    with graph.as_default():
        visits = tf.Variable(0, name="visits")
        with tf.Session(graph=graph) as session:
            session.run(visits.initializer)
            for _ in range(n):
                numbers.append(session.run(tf.assign_add(visits, 1)))
    return graph, numbers
