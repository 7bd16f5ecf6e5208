# question: lazy_execution_q2
# Horner's scheme: (3x + 2)x + 1.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = (3.0 * x + 2.0) * x + 1.0
    return graph, x, y
