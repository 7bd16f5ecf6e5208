# question: sessions_q5
# loses: 15
# message: the graph has to add each of them
# Adds up in Python and feeds the sum.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0.0, name="total")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(total, number, name="add")
    with tf.Session(graph=graph) as session:
        session.run(total.initializer)
        return graph, session.run(add, feed_dict={number: sum(numbers)})
