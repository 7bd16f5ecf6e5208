# question: functions_q3
# loses: 15
# message: three rates
# Makes a tensor of the start, and leaves the rates.
@tf.function
def step(w, rate):
    return w - rate * 2.0 * w


def descend(start, rates):
    w = tf.constant(float(start))
    for rate in rates:
        w = step(w, rate)
    return float(w)
