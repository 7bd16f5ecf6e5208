# question: variables_q2
# With a resource variable and a read after the addition.
def tally():
    graph = tf.Graph()
    with graph.as_default():
        amount = tf.placeholder(tf.int32, shape=[], name="amount")
        total = tf.Variable(0, name="total", use_resource=True)
        with tf.control_dependencies([tf.assign_add(total, amount)]):
            add = total.read_value()
    return graph, total, amount, add
