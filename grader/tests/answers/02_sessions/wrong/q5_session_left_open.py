# question: sessions_q5
# loses: 15
# message: left 1 open
# Takes the with away so that the last run works, and closes nothing.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0.0, name="total")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(total, number, name="add")
    session = tf.Session(graph=graph)
    session.run(total.initializer)
    for value in numbers:
        session.run(add, feed_dict={number: value})
    return graph, session.run(total)
