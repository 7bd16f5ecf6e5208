# question: feeds_q3
# loses: 20
# message: The text '1.5' for float32 is not refused
# Converts texts before it compares.
def exact(tensor, value):
    wanted = tensor.dtype.as_numpy_dtype
    arrived = np.asarray(value, dtype=wanted)
    if not np.allclose(np.asarray(value, dtype=float), arrived, rtol=1e-6, equal_nan=True):
        raise ValueError("lost")
    return arrived
