# question: lazy_execution_q2
# loses: 20
# message: has the static shape (1,)
# Takes the shape of one number for [1].
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[1], name="x")
        y = 3.0 * x * x + 2.0 * x + 1.0
    return graph, x, y
