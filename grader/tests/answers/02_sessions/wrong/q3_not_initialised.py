# question: sessions_q3
# loses: 20
# message: Attempting to use uninitialized value visits
# Expects the session to initialise the variable.
def count_to(n):
    graph = tf.Graph()
    with graph.as_default():
        visits = tf.Variable(0, name="visits")
        count = tf.assign_add(visits, 1, name="count")
    with tf.Session(graph=graph) as session:
        numbers = [session.run(count) for _ in range(n)]
    return graph, numbers
