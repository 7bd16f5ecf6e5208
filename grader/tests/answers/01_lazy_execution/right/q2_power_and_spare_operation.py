# question: lazy_execution_q2
# Uses ** and leaves an operation in the graph that y does not need.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=tf.TensorShape([]), name="x")
        tf.identity(x, name="spare")
        y = 3 * x**2 + 2 * x + 1
    return graph, x, y
