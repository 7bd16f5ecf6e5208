# question: sessions_q5
# The initializer of all variables adds one operation, which is no fault.
def repaired_total(numbers):
    graph = tf.Graph()
    with graph.as_default():
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
        init = tf.global_variables_initializer()
    with tf.Session(graph=graph) as session:
        session.run(init)
        for value in numbers:
            session.run(add, {number: value})
        result = session.run(balance)
    return graph, result
