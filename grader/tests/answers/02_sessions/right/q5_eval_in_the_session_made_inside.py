# question: sessions_q5
# The session is made inside the graph's block, and everything goes by eval and run.
def repaired_total(numbers):
    with tf.Graph().as_default() as graph:
        total = tf.Variable(0.0, name="total")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(total, number, name="add")
        with tf.Session():
            total.initializer.run()
            for value in numbers:
                add.eval({number: value})
            return graph, float(total.eval())
