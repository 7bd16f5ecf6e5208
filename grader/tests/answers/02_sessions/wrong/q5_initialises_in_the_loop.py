# question: sessions_q5
# loses: 15
# message: the sum of 1.0, 2.0 and 3.0 is 3.0
# One session, but the initializer runs in every turn.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
    with tf.Session(graph=graph) as session:
        for value in numbers:
            session.run(balance.initializer)
            session.run(add, feed_dict={number: value})
        return graph, session.run(balance)
