# question: sessions_q5
# loses: 15
# message: Attempting to use uninitialized value balance
# Hands the graph to the session and leaves the rest.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
    for value in numbers:
        with tf.Session(graph=graph) as session:
            session.run(add, feed_dict={number: value})
    return graph, session.run(balance)
