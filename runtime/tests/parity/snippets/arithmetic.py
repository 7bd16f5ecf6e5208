"""Operators and functions of numbers: what they are called, which ops they add, what they refuse."""

# %% names of operators
a = tf.constant([1.0, 2.0], name="a")
[
    t.name
    for t in (
        a + 1,
        1 + a,
        a - 1,
        1 - a,
        a * 2,
        2 * a,
        a / 2,
        2 / a,
        a // 2,
        a % 2,
        a**2,
        -a,
        abs(a),
        a < 1,
        a <= 1,
        a > 1,
        a >= 1,
    )
]

# %% names of logical and bit operators
a, b = tf.constant(True), tf.constant(6)
[t.name for t in (a & True, a | True, a ^ True, ~a, True & a, b & 3, b | 3, b ^ 3, ~b)]

# %% names of functions
a, b = tf.constant([1.0, 2.0], name="a"), tf.constant([[1.0]], name="b")
[
    t.name
    for t in (
        tf.add(a, 1),
        tf.subtract(a, 1),
        tf.multiply(a, 1),
        tf.divide(a, 1),
        tf.div(a, 1),
        tf.mod(a, 1),
        tf.pow(a, 1),
        tf.square(a),
        tf.reduce_sum(a),
        tf.reduce_mean(a, 0),
        tf.argmax(a),
        tf.cast(a, tf.int32),
        tf.add_n([a, a]),
        tf.range(3),
        tf.matmul(b, b),
        b @ b,
        tf.equal(a, a),
        tf.where(a > 1, a, a),
        tf.norm(a),
        tf.tensordot(b, b, 1),
        tf.reduce_logsumexp(a),
        tf.cumsum(a),
        tf.to_float(b > 1),
    )
]

# %% constants are named after the argument they become
a = tf.constant(1.0)
a + 1, 2 * a, tf.subtract(3.0, a), tf.matmul([[1.0]], [[2.0]])
[o.name for o in g.get_operations() if o.type == "Const"]

# %% ops of the gradient of a product with a broadcast operand
x = tf.placeholder(tf.float32, [2, 3], name="x")
y = tf.placeholder(tf.float32, [3], name="y")
tf.gradients(x * y, [x, y])
[(o.name, o.type) for o in g.get_operations() if o.name.startswith("gradients/mul_grad")]

# %% ops of the gradient of a product of unknown shapes
x, y = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y")
tf.gradients(x * y, [x, y])
[(o.name, o.type) for o in g.get_operations() if o.name.startswith("gradients/mul_grad")]

# %% ops of the gradient of a mean of unknown size
x = tf.placeholder(tf.float32, [None, 3], name="x")
tf.gradients(tf.reduce_mean(x), x)
[(o.name, o.type) for o in g.get_operations() if o.name.startswith("gradients/Mean_grad")]

# %% sums of equal shapes have no extra ops in their gradient
x, y = tf.ones([2]), tf.ones([2])
gx, gy = tf.gradients(x + y, [x, y])
gx is gy


# %% the right operand may take over
class Taker:
    def __radd__(self, other):
        return "taken"

    def __rmatmul__(self, other):
        return NotImplemented


(tf.constant(1) + Taker(), ex(lambda: tf.constant([[1]]) @ Taker()))

# %% an operand that cannot be converted
(
    ex(lambda: tf.constant(1) + object()),
    ex(lambda: tf.constant(1.0) * "a"),
    ex(lambda: tf.constant(1) - None),
)

# %% operands of two graphs
with tf.Graph().as_default():
    other = tf.constant(1.0)
ex(lambda: tf.constant(1.0) + other).split(" must")[0]

# %% tensors on both sides, dtypes differ
[
    ex(f)
    for f in (
        lambda: tf.constant(1) + tf.constant(1.0),
        lambda: tf.constant(1) * tf.constant(1.0),
        lambda: tf.constant(1) < 1.5,
        lambda: tf.constant(1) / tf.constant(1.0),
        lambda: 1.5 - tf.constant(1),
        lambda: tf.constant(True) + True,
    )
]

# %% NumPy values on either side
a = tf.constant([1.0, 2.0])
s.run([np.float32(2) * a, a * np.float32(2), np.ones(2, np.float32) - a, np.array([1, 2]) * a])

# %% a Python number too large for the dtype
ex(lambda: tf.constant(1) + 2**40)

# %% == and != look at identity in a graph
a, b = tf.constant(1), tf.constant(1)
(a == a, a == b, a != b, a == 1, a is None, a == None, a in [b, a], {a: 1}[a])

# %% add_n: sums of one tensor are the tensor itself
a = tf.constant(1.0)
(
    tf.add_n([a]) is a,
    tf.add_n([a], name="n").name,
    ex(lambda: tf.add_n(a)),
    ex(lambda: tf.add_n([])),
)

# %% accumulate_n: what it refuses
a = tf.ones([2])
(
    ex(lambda: tf.accumulate_n([])),
    ex(lambda: tf.accumulate_n([a, tf.ones([2], tf.int32)])),
    ex(lambda: tf.accumulate_n([a], tensor_dtype=tf.int32)),
)

# %% scalar_mul of a tensor and of slices
v = tf.IndexedSlices(tf.ones([1, 2]), tf.constant([0]), tf.constant([3, 2]))
(
    s.run(tf.scalar_mul(2.0, tf.ones([2]))),
    type(tf.scalar_mul(2.0, v)).__name__,
    ex(lambda: tf.scalar_mul([1.0], tf.ones([2]))),
)

# %% cast: the tensor itself, sparse tensors and slices
a = tf.constant(1.0)
sp = tf.SparseTensor([[0]], [1.5], [2])
(tf.cast(a, tf.float32) is a, tf.cast(sp, tf.int32).dtype, tf.cast(3, tf.int64).name)

# %% argmax: axis and dimension
a = tf.constant([[1, 5], [7, 2]])
(
    s.run([tf.argmax(a), tf.argmax(a, 1), tf.argmin(a, dimension=1), tf.arg_max(a, -1)]),
    ex(lambda: tf.argmax(a, 0, dimension=1)),
    ex(lambda: tf.argmax(a, "x")),
)

# %% reductions: both spellings at once
a = tf.ones([2])
(
    ex(lambda: tf.reduce_sum(a, 0, reduction_indices=0)),
    ex(lambda: tf.reduce_mean(a, keepdims=True, keep_dims=True)),
)

# %% reductions of unknown rank are scalars
x = tf.placeholder(tf.float32)
(tf.reduce_sum(x).shape, tf.reduce_sum(x, keepdims=True).shape, tf.reduce_sum(x, 0).shape)

# %% range: dtypes
[tf.range(*a).dtype for a in ((3,), (3.0,), (0, 3, 0.5), (0, tf.constant(3, tf.int64)))]

# %% norm: orders and axes
x = tf.constant([[3.0, -4.0], [1.0, 2.0]])
s.run(
    [
        tf.norm(x),
        tf.norm(x, 1),
        tf.norm(x, np.inf),
        tf.norm(x, 3),
        tf.norm(x, axis=1, keepdims=True),
        tf.norm(x, 1, axis=[0, 1]),
        tf.norm(x, np.inf, axis=[0, 1]),
        tf.norm(x, "fro", axis=[0, 1]),
    ]
)

# %% norm: what it refuses
(
    ex(lambda: tf.norm([1.0], -1)),
    ex(lambda: tf.norm([1.0], "max")),
    ex(lambda: tf.norm([1.0], axis=[0])),
)

# %% tensordot
a = tf.reshape(tf.range(6.0), [2, 3])
(
    s.run(
        [
            tf.tensordot(a, a, [[0], [0]]),
            tf.tensordot(a, a, [[0, 1], [0, 1]]),
            tf.tensordot(a, [1.0, 2.0, 3.0], 1),
        ]
    ),
    tf.tensordot(a, a, 0).shape,
    tf.tensordot(tf.placeholder(tf.float32, [None, 3]), a, [[1], [1]]).shape,
)

# %% tensordot: what it refuses
a = tf.ones([2])
(
    ex(lambda: tf.tensordot(a, a, -1)),
    ex(lambda: tf.tensordot(a, a, [[0]])),
    ex(lambda: tf.tensordot(a, a, [[0, 1], [0]])),
)

# %% matmul: transposed and adjoint at once
ex(lambda: tf.matmul([[1.0]], [[1.0]], transpose_a=True, adjoint_a=True))

# %% run-time errors keep the name of the operation
x = tf.placeholder(tf.float32)
e = ex(lambda: s.run(tf.add(x, [1.0, 2.0], name="sum"), {x: [1.0, 2.0, 3.0]}))
e.split("[[")[1]

# %% an error in a part that could be computed beforehand comes when it runs
d = tf.constant(1) // tf.constant(0)
(d.name, ex(lambda: s.run(d)).split("Integer")[-1])
