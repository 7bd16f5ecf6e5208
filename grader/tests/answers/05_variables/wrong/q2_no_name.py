# question: variables_q2
# loses: 20
# message: not 'total'
# Leaves the name out.
def tally():
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0)
        amount = tf.placeholder(tf.int32, shape=[], name="amount")
        add = tf.assign_add(total, amount)
    return graph, total, amount, add
