# question: sessions_q5
# loses: 15
# message: the graph has to add each of them
# Adds up in Python and feeds the sum.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
    with tf.Session(graph=graph) as session:
        session.run(balance.initializer)
        return graph, session.run(add, feed_dict={number: sum(numbers)})
