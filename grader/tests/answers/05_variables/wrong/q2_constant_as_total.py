# question: variables_q2
# loses: 20
# message: so it is no variable
# Uses a constant for what should be remembered.
def tally():
    graph = tf.Graph()
    with graph.as_default():
        total = tf.constant(0, name="total")
        amount = tf.placeholder(tf.int32, shape=[], name="amount")
        add = total + amount
    return graph, total, amount, add
