# question: lazy_execution_q3
# loses: 15
# message: its value is expected
# Collects tensors: nothing is ever run.
def evaluate(session, x, y, points):
    return [y for point in points]
