# question: functions_q3
# loses: 15
# message: never traced
# Computes the loop in Python.
@tf.function
def step(w, rate):
    return w - 2.0 * rate * w


def descend(start, rates):
    w = float(start)
    for rate in rates:
        w = w - rate * 2.0 * w
    return w
