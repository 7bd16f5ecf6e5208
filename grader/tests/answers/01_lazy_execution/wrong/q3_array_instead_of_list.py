# question: lazy_execution_q3
# loses: 15
# message: a list is expected
# Returns an array where a list is asked for.
import numpy as np


def evaluate(session, x, y, points):
    return np.array([session.run(y, feed_dict={x: point}) for point in points])
