# question: variables_q3
# One operation that waits for both additions.
def repaired_average(numbers):
    with tf.Graph().as_default() as graph:
        number = tf.placeholder(tf.float32, shape=[], name="number")
        count = tf.Variable(0.0, name="count")
        total = tf.Variable(0.0, name="total")
        mean = tf.divide(total, count, name="mean")
        with tf.control_dependencies([tf.assign_add(total, number), tf.assign_add(count, 1.0)]):
            step = tf.no_op()
        start = tf.global_variables_initializer()
        with tf.Session(graph=graph) as session:
            session.run(start)
            for value in numbers:
                session.run(step, feed_dict={number: value})
            return graph, float(session.run(mean))
