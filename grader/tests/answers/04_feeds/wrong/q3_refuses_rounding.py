# question: feeds_q3
# loses: 20
# message: exact refuses 0.1 for float32, and nothing would be lost
# Compares floating point exactly, so that 0.1 is refused.
def exact(tensor, value):
    given = np.asarray(value)
    if given.dtype.kind not in "iufb":
        raise ValueError("no numbers")
    with np.errstate(all="ignore"):
        arrived = given.astype(tensor.dtype.as_numpy_dtype)
    if not np.array_equal(given, arrived):
        raise ValueError("lost")
    return arrived
