# question: sessions_q5
# loses: 15
# message: Attempted to use a closed Session
# Initialises in every turn, and runs after the last block.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
    for value in numbers:
        with tf.Session(graph=graph) as session:
            session.run(balance.initializer)
            session.run(add, feed_dict={number: value})
    return graph, session.run(balance)
