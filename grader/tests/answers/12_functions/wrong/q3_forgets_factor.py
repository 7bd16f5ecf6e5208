# question: functions_q3
# loses: 15
# message: descend(1.0, [0.1, 0.2, 0.3])
# Loses the 2 of the gradient.
@tf.function
def step(w, rate):
    return w - rate * w


def descend(start, rates):
    w = tf.constant(start, tf.float32)
    for rate in rates:
        w = step(w, tf.constant(rate, tf.float32))
    return w.numpy().item()
