# question: feeds_q3
# Casts there and back again, number by number.
def exact(tensor, value):
    given = np.asarray(value)
    if not (np.issubdtype(given.dtype, np.number) or given.dtype == bool) or given.dtype.kind == "c":
        raise ValueError("no numbers")
    with np.errstate(all="ignore"):
        arrived = given.astype(tensor.dtype.as_numpy_dtype)
    floats = given.dtype.kind == "f" and arrived.dtype.kind == "f"
    for before, after in zip(given.ravel().tolist(), arrived.ravel().tolist()):
        close = abs(before - after) <= 1e-6 * abs(before) if floats else before == after
        both_nan = floats and before != before and after != after
        if not (close or both_nan):
            raise ValueError(f"{before} becomes {after}")
    return arrived
