# question: feeds_q3
# loses: 20
# message: one number of several
# Compares only the first number.
def exact(tensor, value):
    given = np.asarray(value)
    if given.dtype.kind not in "iufb":
        raise ValueError("no numbers")
    with np.errstate(all="ignore"):
        arrived = given.astype(tensor.dtype.as_numpy_dtype)
    first, second = given.ravel()[0], arrived.ravel()[0]
    if not np.isclose(float(first), float(second), rtol=1e-6, atol=0, equal_nan=True):
        raise ValueError("lost")
    return arrived
