# question: variables_q2
# loses: 20
# message: another graph
# Makes a graph and builds beside it.
def tally():
    graph = tf.Graph()
    total = tf.Variable(0, name="total")
    amount = tf.placeholder(tf.int32, shape=[], name="amount")
    return graph, total, amount, tf.assign_add(total, amount)
