# question: sessions_q5
# loses: 15
# message: The graph has lost number
# Builds an addition for each number.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default(), tf.Session() as session:
        total = tf.Variable(0.0, name="total")
        session.run(total.initializer)
        for value in numbers:
            session.run(tf.assign_add(total, value, name="add"))
        return graph, session.run(total)
