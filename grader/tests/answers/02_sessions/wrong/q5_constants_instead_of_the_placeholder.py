# question: sessions_q5
# loses: 15
# message: The graph has lost number
# Builds an addition for each number.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default(), tf.Session() as session:
        balance = tf.Variable(0.0, name="balance")
        session.run(balance.initializer)
        for value in numbers:
            session.run(tf.assign_add(balance, value, name="add"))
        return graph, session.run(balance)
