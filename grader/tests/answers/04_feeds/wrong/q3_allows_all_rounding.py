# question: feeds_q3
# loses: 20
# message: a whole number that float32 does not have
# Compares everything with a tolerance.
def exact(tensor, value):
    given = np.asarray(value)
    if given.dtype.kind not in "iufb":
        raise ValueError("no numbers")
    with np.errstate(all="ignore"):
        arrived = given.astype(tensor.dtype.as_numpy_dtype)
    if not np.allclose(given, arrived, rtol=1e-6, atol=0, equal_nan=True):
        raise ValueError("lost")
    return arrived
