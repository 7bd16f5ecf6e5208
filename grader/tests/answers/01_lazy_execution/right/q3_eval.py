# question: lazy_execution_q3
# Tensor.eval with the session that is given.
def evaluate(session, x, y, points):
    return [float(y.eval({x: p}, session=session)) for p in points]
