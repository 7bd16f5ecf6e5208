# question: sessions_q5
# loses: 15
# message: UnboundLocalError
# Returns what the last addition gave, which does not exist without numbers.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
    with tf.Session(graph=graph) as session:
        session.run(balance.initializer)
        for value in numbers:
            result = session.run(add, feed_dict={number: value})
        session.run(balance)
        return graph, result
