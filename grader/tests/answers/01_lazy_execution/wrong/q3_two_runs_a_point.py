# question: lazy_execution_q3
# loses: 15
# message: 8 runs
# Runs x as well, in a run of its own.
def evaluate(session, x, y, points):
    values = []
    for point in points:
        session.run(x, feed_dict={x: point})
        values.append(session.run(y, feed_dict={x: point}))
    return values
