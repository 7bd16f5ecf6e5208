# question: feeds_q3
# loses: 20
# message: exact returned NoneType
# Checks and forgets to return.
def exact(tensor, value):
    given = np.asarray(value)
    arrived = given.astype(tensor.dtype.as_numpy_dtype)
    if not np.array_equal(given, arrived):
        raise ValueError("lost")
