# question: feeds_q3
# loses: 20
# message: 1.9 for int32 is not refused
# Casts, as a feed does.
def exact(tensor, value):
    return np.asarray(value, dtype=tensor.dtype.as_numpy_dtype)
