# question: sessions_q5
# loses: 15
# message: UnboundLocalError
# Returns what the last addition gave, which does not exist without numbers.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0.0, name="total")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(total, number, name="add")
    with tf.Session(graph=graph) as session:
        session.run(total.initializer)
        for value in numbers:
            result = session.run(add, feed_dict={number: value})
        session.run(total)
        return graph, result
