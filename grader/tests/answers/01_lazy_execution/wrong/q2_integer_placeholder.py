# question: lazy_execution_q2
# loses: 20
# message: has the dtype int32
# Chooses an integer placeholder because the coefficients are whole numbers.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.int32, shape=[], name="x")
        y = 3 * x * x + 2 * x + 1
    return graph, x, y
