# question: training_q1
# As a product of three factors.
def cubic():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=(), name="x")
        y = x * (x - 2.0) * (x + 2.0)
        slope = tf.identity(tf.gradients(y, x)[0], name="slope")
    return [graph, x, y, slope]
