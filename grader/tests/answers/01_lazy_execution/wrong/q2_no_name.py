# question: lazy_execution_q2
# loses: 20
# message: is named 'Placeholder'
# Forgets the name; the Python variable x does not name the operation.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[])
        y = 3.0 * x * x + 2.0 * x + 1.0
    return graph, x, y
