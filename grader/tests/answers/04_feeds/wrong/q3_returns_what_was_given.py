# question: feeds_q3
# loses: 20
# message: has the dtype float64
# Returns the array before the cast.
def exact(tensor, value):
    given = np.asarray(value)
    if given.dtype.kind not in "iufb":
        raise ValueError("no numbers")
    if not np.allclose(given, given.astype(tensor.dtype.as_numpy_dtype), rtol=1e-6):
        raise ValueError("lost")
    return given
