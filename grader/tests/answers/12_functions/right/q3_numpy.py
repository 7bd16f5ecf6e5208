# question: functions_q3
# Passes numbers of NumPy, which count as tensors.
@tf.function
def step(w, rate):
    return w - 2.0 * (w * rate)


def descend(start, rates):
    w = np.float32(start)
    for rate in np.array(rates, np.float32):
        w = step(w, rate)
    return float(w)
