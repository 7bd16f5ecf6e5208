# question: feeds_q3
# One question after the other, with isfinite instead of a comparison for infinity.
def exact(tensor, value):
    given = np.array(value)
    if given.dtype.kind in "OUSc":
        raise ValueError("not made of numbers")
    wanted = np.dtype(tensor.dtype.as_numpy_dtype)
    with np.errstate(all="ignore"):
        arrived = given.astype(wanted)
    if wanted.kind == "f" and given.dtype.kind == "f":
        good = np.isclose(arrived, given, rtol=1e-6, atol=0, equal_nan=True).all()
    else:
        good = (arrived == given).all()
    if good:
        return arrived
    raise ValueError("something is lost")
