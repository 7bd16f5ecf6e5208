# question: lazy_execution_q3
# loses: 15
# message: The value of a feed cannot be a tf.Tensor object
# Makes a constant for each point and feeds that.
def evaluate(session, x, y, points):
    with session.graph.as_default():
        return [session.run(y, feed_dict={x: tf.constant(point)}) for point in points]
