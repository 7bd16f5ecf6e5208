# question: sessions_q5
# loses: 15
# message: Attempting to use uninitialized value total
# Hands the graph to the session and leaves the rest.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0.0, name="total")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(total, number, name="add")
    for value in numbers:
        with tf.Session(graph=graph) as session:
            session.run(add, feed_dict={number: value})
    return graph, session.run(total)
