# question: sessions_q5
# The session is made inside the graph's block, and everything goes by eval and run.
def repaired_total(numbers):
    with tf.Graph().as_default() as graph:
        balance = tf.Variable(0.0, name="balance")
        number = tf.placeholder(tf.float32, shape=[], name="number")
        add = tf.assign_add(balance, number, name="add")
        with tf.Session():
            balance.initializer.run()
            for value in numbers:
                add.eval({number: value})
            return graph, float(balance.eval())
