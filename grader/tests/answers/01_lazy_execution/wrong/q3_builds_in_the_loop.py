# question: lazy_execution_q3
# loses: 15
# message: added 6 operations to the graph
# Adds an operation for each point before it runs.
def evaluate(session, x, y, points):
    values = []
    with session.graph.as_default():
        for point in points:
            value = tf.identity(y)
            values.append(session.run(value, feed_dict={x: point}))
    return values
