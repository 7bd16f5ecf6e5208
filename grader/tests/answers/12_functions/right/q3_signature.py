# question: functions_q3
# Gives the step a signature, and passes numbers.
number = tf.TensorSpec([], tf.float32)


@tf.function(input_signature=[number, number])
def step(w, rate):
    return w * (1.0 - 2.0 * rate)


def descend(start, rates):
    w = start
    for rate in rates:
        w = step(w, rate)
    return float(w)
