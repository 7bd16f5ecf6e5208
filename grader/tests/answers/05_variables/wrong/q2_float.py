# question: variables_q2
# loses: 20
# message: has the dtype float32
# Counts in floating point.
def tally():
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0.0, name="total")
        amount = tf.placeholder(tf.float32, shape=[], name="amount")
        add = tf.assign_add(total, amount)
    return graph, total, amount, add
