# question: lazy_execution_q3
# loses: 15
# message: closed a session that belongs to its caller
# Enters the session with `with`, which closes a session that belongs to the caller.
def evaluate(session, x, y, points):
    with session:
        return [session.run(y, feed_dict={x: point}) for point in points]
