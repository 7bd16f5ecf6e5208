# question: variables_q3
# loses: 20
# message: The graph has lost count
# Counts with len instead of the variable.
def repaired_average(numbers):
    graph = tf.Graph()
    with graph.as_default():
        number = tf.placeholder(tf.float32, shape=[], name="number")
        total = tf.Variable(0.0, name="total")
        mean = tf.divide(total, float(len(numbers)), name="mean")
        init = tf.global_variables_initializer()
        more = tf.assign_add(total, number)
        with tf.Session() as session:
            session.run(init)
            for value in numbers:
                session.run(more, feed_dict={number: value})
            return graph, session.run(mean)
