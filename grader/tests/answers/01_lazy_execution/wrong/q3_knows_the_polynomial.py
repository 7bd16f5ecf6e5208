# question: lazy_execution_q3
# loses: 15
# message: the value at 2.0 is 17.0
# Computes the polynomial in Python and does not use the session.
def evaluate(session, x, y, points):
    return [3.0 * p * p + 2.0 * p + 1.0 for p in points]
