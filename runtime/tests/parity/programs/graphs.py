"""Programs whose graphs travel: each cell ends in what to fetch and what to feed."""

# %% polynomial
x = tf.placeholder(tf.float32, [None], name="x")
y = tf.add(3.0 * tf.square(x) + 2.0 * x, 1.0, name="y")
[y], {x: np.float32([2.0, 5.0])}

# %% linear regression: one step of gradient descent
x = tf.placeholder(tf.float32, [None, 1], name="x")
t = tf.placeholder(tf.float32, [None, 1], name="t")
w = tf.Variable([[0.5]], name="w")
b = tf.Variable([0.0], name="b")
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - t), name="loss")
train = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
with tf.control_dependencies([train]):
    after = [tf.identity(v.read_value()) for v in (w, b)]
[loss, *after], {x: np.float32([[1], [2], [3]]), t: np.float32([[3], [5], [7]])}

# %% softmax classifier with Adam and a global step
x = tf.placeholder(tf.float32, [None, 3], name="x")
t = tf.placeholder(tf.int32, [None], name="t")
w = tf.get_variable("w", [3, 4], initializer=tf.zeros_initializer())
step = tf.train.get_or_create_global_step()
losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=t, logits=tf.matmul(x, w))
loss = tf.reduce_mean(losses)
train = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
with tf.control_dependencies([train]):
    after = [tf.identity(v.read_value()) for v in (w, step)]
[loss, *after], {x: np.eye(3, dtype=np.float32), t: np.int32([0, 3, 1])}

# %% control dependencies, devices, colocation and names
with tf.name_scope("a"), tf.device("/cpu:0"):
    c = tf.constant([1, 2, 3], name="c")
    with tf.control_dependencies([c, tf.no_op(name="first")]):
        d = tf.negative(c, name="d")
with tf.get_default_graph().colocate_with(c):
    e = tf.identity(d + c, name="e")
[e, d], {}

# %% constants of many dtypes and shapes
values = [
    np.zeros((0, 3), np.float32),
    np.arange(6, dtype=np.int64).reshape(2, 3),
    np.array([True, False]),
    np.array([b"a", b"\xff\x00", "ä".encode()], object),
    np.array([1 + 2j], np.complex128),
    np.full((2, 2), 7, np.uint8),
    np.array([1.5, np.inf, np.nan], np.float16),
    np.float64(0.1),
]
[tf.identity(tf.constant(value)) for value in values], {}

# %% an assertion that holds
x = tf.placeholder(tf.float32, [None], name="x")
with tf.control_dependencies([tf.Assert(tf.reduce_all(x > 0.0), ["not positive", x])]):
    y = tf.sqrt(x)
[y], {x: np.float32([1, 4])}

# %% cond
x = tf.placeholder(tf.float32, [], name="x")
p = tf.placeholder(tf.bool, [], name="p")
y = tf.cond(p, lambda: tf.square(x) + 1.0, lambda: -x)
[y], {x: np.float32(3), p: np.bool_(True)}

# %% cond in cond, with a gradient
x = tf.placeholder(tf.float32, [], name="x")
y = tf.cond(
    x > 0.0,
    lambda: tf.cond(x > 2.0, lambda: x * x, lambda: x * 3.0),
    lambda: -x,
)
[y, tf.gradients(y, x)[0]], {x: np.float32(3)}

# %% case
x = tf.placeholder(tf.float32, [], name="x")
y = tf.case([(x < 1.0, lambda: x + 10.0), (x < 5.0, lambda: x * 2.0)], default=lambda: -x)
[y], {x: np.float32(3)}

# %% while_loop
n = tf.placeholder(tf.int32, [], name="n")
i, total = tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t + i * i), [0, 0])
[i, total], {n: np.int32(5)}

# %% while_loop with a shape invariant and a captured tensor
x = tf.placeholder(tf.float32, [2], name="x")
_, y = tf.while_loop(
    lambda i, y: i < 3,
    lambda i, y: (i + 1, tf.concat([y, x * 2.0], 0)),
    [0, x],
    shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
)
[y], {x: np.float32([1, 2])}

# %% gradient of a while_loop
x = tf.placeholder(tf.float32, [], name="x")
_, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, 1.0])
[y, tf.gradients(y, x)[0]], {x: np.float32(2)}

# %% map_fn
x = tf.placeholder(tf.float32, [3, 2], name="x")
y = tf.map_fn(lambda row: tf.reduce_sum(row) + row, x)
[y], {x: np.float32([[1, 2], [3, 4], [5, 6]])}

# %% scan and fold
x = tf.placeholder(tf.float32, [4], name="x")
[tf.scan(lambda a, b: a * b, x), tf.foldl(lambda a, b: a - b, x)], {x: np.float32([1, 2, 3, 4])}

# %% variables that are assigned inside a branch
v = tf.get_variable("v", [], initializer=tf.constant_initializer(1.0), use_resource=True)
p = tf.placeholder(tf.bool, [], name="p")
y = tf.cond(p, lambda: v.assign_add(2.0).read_value(), lambda: v.read_value())
[y], {p: np.bool_(True)}

# %% a loop in a loop, and one in a branch that is not taken
n = tf.placeholder(tf.int32, [], name="n")


def row(i, total):
    return i + 1, tf.while_loop(lambda j, t: j < i, lambda j, t: (j + 1, t + i * j), [0, total])[1]


_, table = tf.while_loop(lambda i, t: i < n, row, [0, 0])
grown = [
    tf.cond(n > limit, lambda: tf.while_loop(lambda v: v < 50, lambda v: v * n, [n]), lambda: -n)
    for limit in (3, 30)
]
[table, *grown], {n: np.int32(6)}

# %% a branch in a loop, with a gradient
x = tf.placeholder(tf.float32, [], name="x")
_, y = tf.while_loop(
    lambda i, y: i < 5,
    lambda i, y: (i + 1, tf.cond(y > 1.0, lambda: y * 0.5, lambda: y * x * x)),
    [0, x],
)
[y, tf.gradients(y, x)[0]], {x: np.float32(1.3)}

# %% a recurrent network written by hand, with gradients of its weights
inputs = tf.placeholder(tf.float32, [None, 2, 3], name="inputs")
kernel = tf.get_variable(
    "kernel", initializer=np.linspace(-1, 1, 15, dtype=np.float32).reshape(5, 3)[:, :2]
)
length = tf.shape(inputs)[0]
steps = tf.TensorArray(tf.float32, size=length).unstack(inputs)
outputs = tf.TensorArray(tf.float32, size=length)


def step(t, state, outputs):
    state = tf.tanh(tf.matmul(tf.concat([steps.read(t), state], 1), kernel))
    return t + 1, state, outputs.write(t, state)


_, last, outputs = tf.while_loop(
    lambda t, *_: t < length, step, [0, tf.zeros([2, 2]), outputs], swap_memory=True
)
stacked = outputs.stack()
(
    [last, stacked, *tf.gradients(tf.reduce_sum(stacked**2), [kernel, inputs])],
    {inputs: np.linspace(0, 1, 24, dtype=np.float32).reshape(4, 2, 3)},
)
