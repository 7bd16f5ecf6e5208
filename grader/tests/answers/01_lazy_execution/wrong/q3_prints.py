# question: lazy_execution_q3
# loses: 15
# message: Is the `return` missing?
# Prints the values instead of returning them.
def evaluate(session, x, y, points):
    for point in points:
        print(session.run(y, feed_dict={x: point}))
