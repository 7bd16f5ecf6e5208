# question: variables_q3
# loses: 20
# message: Attempting to use uninitialized value count
# Takes the additions out of the loop, but starts one variable only.
def repaired_average(numbers):
    graph = tf.Graph()
    with graph.as_default():
        number = tf.placeholder(tf.float32, shape=[], name="number")
        total = tf.Variable(0.0, name="total")
        init = tf.global_variables_initializer()
        count = tf.Variable(0.0, name="count")
        mean = tf.divide(total, count, name="mean")
        more, one = tf.assign_add(total, number), tf.assign_add(count, 1.0)
        with tf.Session() as session:
            session.run(init)
            for value in numbers:
                session.run([more, one], feed_dict={number: value})
            return graph, session.run(mean)
