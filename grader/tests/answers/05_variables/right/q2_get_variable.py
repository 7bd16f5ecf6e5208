# question: variables_q2
# With get_variable and an assignment of a sum.
def tally():
    with tf.Graph().as_default() as graph:
        total = tf.get_variable("total", initializer=0)
        amount = tf.placeholder("int32", (), "amount")
        return graph, total, amount, tf.assign(total, total + amount)
