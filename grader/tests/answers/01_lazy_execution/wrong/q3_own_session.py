# question: lazy_execution_q3
# loses: 15
# message: no run in the session that it was given
# Opens a session of its own beside the one that it is given.
def evaluate(session, x, y, points):
    with tf.Session(graph=y.graph) as own:
        return [own.run(y, feed_dict={x: point}) for point in points]
