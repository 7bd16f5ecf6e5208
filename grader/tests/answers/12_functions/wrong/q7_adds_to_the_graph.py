# question: functions_q7
# loses: 10
# message: nodes, in their order
# Lists the nodes of a graph that holds more than the function's.
def power_in_session(n, number):
    with tf.Graph().as_default() as graph, tf1.Session() as session:
        x = tf1.placeholder(tf.float32, [])
        y = power(x, n)
        value = float(session.run(y, feed_dict={x: number}))
        return [op.type for op in graph.get_operations()], value
