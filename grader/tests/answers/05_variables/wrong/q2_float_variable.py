# question: variables_q2
# loses: 20
# message: not whole numbers
# Starts at 0.0, which makes a variable of another type.
def tally():
    graph = tf.Graph()
    with graph.as_default():
        total = tf.Variable(0.0, name="total")
        amount = tf.placeholder(tf.int32, shape=[], name="amount")
        add = tf.assign_add(total, tf.cast(amount, tf.float32))
    return graph, total, amount, add
