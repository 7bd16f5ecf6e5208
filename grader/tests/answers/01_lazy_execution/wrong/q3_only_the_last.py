# question: lazy_execution_q3
# loses: 15
# message: a list is expected
# Overwrites the value in the loop and returns the last one.
def evaluate(session, x, y, points):
    for point in points:
        value = session.run(y, feed_dict={x: point})
    return value
