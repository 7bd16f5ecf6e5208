# question: variables_q2
# loses: 20
# message: add with 7 fed after that is 7
# Replaces the value by the amount.
def tally():
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0, name="total")
        amount = tf.placeholder(tf.int32, shape=[], name="amount")
        add = tf.assign(total, amount)
    return graph, total, amount, add
