# question: variables_q3
# loses: 20
# message: left 1 open
# Opens the session without closing it.
def repaired_average(numbers):
    graph = tf.Graph()
    with graph.as_default():
        number = tf.placeholder(tf.float32, shape=[], name="number")
        total = tf.Variable(0.0, name="total")
        count = tf.Variable(0.0, name="count")
        mean = tf.divide(total, count, name="mean")
        init = tf.global_variables_initializer()
        more, one = tf.assign_add(total, number), tf.assign_add(count, 1.0)
        session = tf.Session()
        session.run(init)
        for value in numbers:
            session.run([more, one], feed_dict={number: value})
        return graph, session.run(mean)
