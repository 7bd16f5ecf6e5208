# question: variables_q3
# loses: 20
# message: Nothing changes count
# Lets Python count: the variable starts at the number of numbers.
def repaired_average(numbers):
    graph = tf.Graph()
    with graph.as_default():
        number = tf.placeholder(tf.float32, shape=[], name="number")
        total = tf.Variable(0.0, name="total")
        count = tf.Variable(float(len(numbers)), name="count")
        mean = tf.divide(total, count, name="mean")
        add = tf.assign_add(total, number)
        init = tf.global_variables_initializer()
    with tf.Session(graph=graph) as session:
        session.run(init)
        for value in numbers:
            session.run(add, feed_dict={number: value})
        return graph, session.run(mean)
