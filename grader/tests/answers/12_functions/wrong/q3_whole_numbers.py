# question: functions_q3
# loses: 15
# message: After more calls
# Leaves the dtype to the number.
@tf.function
def step(w, rate):
    w = tf.cast(w, tf.float32)
    return w - tf.cast(rate, tf.float32) * 2.0 * w


def descend(start, rates):
    w = tf.constant(start)
    for rate in rates:
        w = step(w, tf.constant(rate))
    return float(w)
