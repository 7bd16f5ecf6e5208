# question: feeds_q3
# loses: 20
# message: 2 as a truth value
# Asks NumPy about the dtypes only, and about truth values not at all.
def exact(tensor, value):
    given = np.asarray(value)
    wanted = tensor.dtype.as_numpy_dtype
    if given.dtype.kind not in "iufb":
        raise ValueError("no numbers")
    arrived = given.astype(wanted)
    if wanted is not np.bool_ and given.dtype.kind != "f":
        if not np.array_equal(given, arrived):
            raise ValueError("lost")
    elif wanted is not np.bool_ and not np.allclose(given, arrived, rtol=1e-6, equal_nan=True):
        raise ValueError("lost")
    return arrived
