"""Errors raised while a graph runs, beside those raised while it is built."""

# %% class hierarchy and attributes
e = tf.errors.InvalidArgumentError(None, None, "msg")
(
    tf.errors.InvalidArgumentError.__mro__[1].__name__,
    e.node_def,
    e.op,
    e.message,
    e.error_code,
    str(e),
    e.args,
)

# %% str(e) when e.op is set
c = tf.constant(1, name="c")
str(tf.errors.InternalError(c.op.node_def, c.op, "boom"))[:60]

# %% code numbers
{
    k: getattr(tf.errors, k)
    for k in (
        "OK",
        "CANCELLED",
        "UNKNOWN",
        "INVALID_ARGUMENT",
        "DEADLINE_EXCEEDED",
        "NOT_FOUND",
        "ALREADY_EXISTS",
        "PERMISSION_DENIED",
        "RESOURCE_EXHAUSTED",
        "FAILED_PRECONDITION",
        "ABORTED",
        "OUT_OF_RANGE",
        "UNIMPLEMENTED",
        "INTERNAL",
        "UNAVAILABLE",
        "DATA_LOSS",
        "UNAUTHENTICATED",
    )
}

# %% matmul shape known at build time
tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))

# %% matmul shape only known at run time
x = P(tf.float32)
s.run(tf.matmul(x, x, name="m"), {x: [[1.0, 2.0]]})

# %% add, incompatible shapes at build time
tf.ones([2]) + tf.ones([3])

# %% add, incompatible shapes at run time
x = P(tf.float32)
s.run(tf.add(x, tf.ones([3]), name="a"), {x: [1.0, 2.0]})

# %% integer division by zero
x = P(tf.int32, [])
s.run(tf.floordiv(1, x, name="d"), {x: 0})

# %% float division by zero
x = P(tf.float32, [])
s.run([1.0 / x, -1.0 / x, 0.0 / x], {x: 0.0})

# %% reshape at build time
tf.reshape(tf.ones([4]), [3])

# %% reshape at run time
x = P(tf.float32)
s.run(tf.reshape(x, [3], name="r"), {x: [1.0, 2.0]})

# %% gather out of range
x = P(tf.int32)
s.run(tf.gather([1.0, 2.0], x, name="g"), {x: [5]})

# %% slice out of range at build time
tf.slice([1, 2, 3], [2], [5])

# %% strided slice index out of range at build time
tf.constant([1, 2])[5]

# %% strided slice index out of range at run time
x = P(tf.float32)
s.run(x[5], {x: [1.0, 2.0]})

# %% slice range beyond the end is clamped
s.run(tf.constant([1, 2])[0:9])

# %% concat ranks
tf.concat([tf.ones([2]), tf.ones([2, 2])], 0)

# %% Assert
s.run(
    tf.Assert(tf.constant(1) > P(tf.int32, [], name="p"), ["bad", tf.constant([1, 2])], name="as"),
    {"p:0": 3},
)

# %% check_numerics
x = P(tf.float32)
s.run(tf.check_numerics(x, "bad value", name="cn"), {x: [1.0, float("nan")]})


# %% py_func raising ValueError
def f(x):
    raise ValueError("inner")


s.run(tf.py_func(f, [tf.constant(1.0)], tf.float32, name="pf"))

# %% py_func returning the wrong dtype
s.run(tf.py_func(lambda: np.float64(1.0), [], tf.float32, name="pf"))

# %% py_func returning too many values
s.run(tf.py_func(lambda: (np.float32(1), np.float32(2)), [], tf.float32, name="pf"))

# %% string_to_number
s.run(tf.string_to_number(P(tf.string, name="p"), name="n"), {"p:0": "abc"})

# %% cast string to float
tf.cast(tf.constant("a"), tf.float32)

# %% an error in one fetch makes the whole run fail
x = P(tf.float32, name="x")
s.run([tf.constant(1), x])

# %% an op that is not needed is not run
x = P(tf.float32)
tf.check_numerics(x, "no")
s.run(tf.constant(1))

# %% session is still usable after an error
x = P(tf.float32)
try:
    s.run(x)
except tf.errors.InvalidArgumentError:
    pass
s.run(x, {x: 1.0})

# %% catching by the base class OpError
try:
    s.run(P(tf.float32))
except tf.errors.OpError as e:
    r = type(e).__name__
r

# %% py_func: Python exception class -> OpError class
R = {}
for i, E in enumerate(
    [
        ValueError,
        TypeError,
        KeyError,
        ZeroDivisionError,
        StopIteration,
        MemoryError,
        NotImplementedError,
        RuntimeError,
    ]
):

    def f(E=E):
        raise E("x")

    try:
        s.run(tf.py_func(f, [], tf.float32, name="pf%d" % i))
    except tf.errors.OpError as e:
        R[E.__name__] = type(e).__name__
R

# %% py_func returning None where a value is expected
s.run(tf.py_func(lambda: None, [], tf.float32, name="pf"))

# %% py_func with no outputs is an op that can be run
L = []
r = tf.py_func(lambda: L.append(1), [], [])
s.run(r)
(type(r).__name__, L)

# %% py_func receives numpy arrays, strings as bytes
L = []
s.run(
    tf.py_func(
        lambda a, b: (L.append((type(a).__name__, a.dtype.name, b)), np.int32(1))[1],
        [tf.constant([1.0]), tf.constant("é")],
        tf.int32,
    )
)
L

# %% py_function in graphs
x = tf.constant(3.0)
y = tf.py_function(lambda a: a * a, [x], tf.float32)


def sees(a):
    return [type(a).__name__ == "EagerTensor", tf.executing_eagerly(), (a * 2).numpy() == 6.0]


z = tf.py_function(sees, [x], [tf.bool] * 3)
[s.run(y), s.run(z), y.shape, tf.executing_eagerly(), s.run(tf.py_function(lambda: None, [], []))]
