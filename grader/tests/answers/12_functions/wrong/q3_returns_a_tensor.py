# question: functions_q3
# loses: 15
# message: not a Python float
# Returns the tensor.
@tf.function
def step(w, rate):
    return w - rate * 2.0 * w


def descend(start, rates):
    w = tf.constant(start, tf.float32)
    for rate in rates:
        w = step(w, tf.constant(rate, tf.float32))
    return w
