# question: sessions_q5
# loses: 15
# message: left 1 open
# Takes the with away so that the last run works, and closes nothing.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
    session = tf.Session(graph=graph)
    session.run(balance.initializer)
    for value in numbers:
        session.run(add, feed_dict={number: value})
    return graph, session.run(balance)
