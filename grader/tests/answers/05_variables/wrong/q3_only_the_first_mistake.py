# question: variables_q3
# loses: 20
# message: still builds
# Moves the initializer down and leaves the loop as it is.
def repaired_average(numbers):
    graph = tf.Graph()
    with graph.as_default():
        number = tf.placeholder(tf.float32, shape=[], name="number")
        total = tf.Variable(0.0, name="total")
        count = tf.Variable(0.0, name="count")
        init = tf.global_variables_initializer()
        mean = tf.divide(total, count, name="mean")
        with tf.Session() as session:
            session.run(init)
            for value in numbers:
                session.run(tf.assign_add(total, number), feed_dict={number: value})
                session.run(tf.assign_add(count, 1.0))
            return graph, session.run(mean)
