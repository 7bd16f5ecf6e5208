# question: feeds_q3
# loses: 20
# message: exact refuses [1, 2.0] for int32, and nothing would be lost
# Asks NumPy whether the dtypes fit, not whether the values do.
def exact(tensor, value):
    given = np.asarray(value)
    wanted = tensor.dtype.as_numpy_dtype
    if not np.can_cast(given.dtype, wanted, "same_kind"):
        raise ValueError
    return given.astype(wanted)
