# question: variables_q2
# loses: 20
# message: add with 7 fed after that is 7
# Adds in an expression; the variable never changes.
def tally():
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0, name="total")
        amount = tf.placeholder(tf.int32, shape=[], name="amount")
        add = total + amount
    return graph, total, amount, add
