# question: lazy_execution_q2
# loses: 20
# message: is the number
# Runs the graph inside the function and returns numbers.
def polynomial():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = 3.0 * x * x + 2.0 * x + 1.0
    with tf.Session(graph=graph) as session:
        return graph, x, session.run(y, feed_dict={x: 2.0})
