"""Eager execution: the top level of `tf2`, outside any graph."""

# %% eager tensor
t = tf2.constant([1, 2])
(type(t).__name__, repr(t), str(t), t.numpy().tolist(), t.dtype, t.shape)

# %% eager arithmetic, bool, float, int, len, iteration
t = tf2.constant([1.0, 2.0])
((t * 2).numpy().tolist(), bool(t[0] < t[1]), float(t[0]), len(t), [float(x) for x in t])

# %% bool of a non-scalar
bool(tf2.constant([1, 2]))

# %% float of a vector
float(tf2.constant([1.0, 2.0]))

# %% == is elementwise; hash
(tf2.constant([1, 2]) == tf2.constant([1, 3])).numpy().tolist()

# %% hash of an eager tensor
hash(tf2.constant(1))

# %% numpy() returns a copy here (writing to it does not change the tensor)
t = tf2.constant([1.0, 2.0])
a = t.numpy()
a[0] = 9.0
t.numpy().tolist()

# %% dtype mismatch
tf2.constant(1) + tf2.constant(1.0)

# %% shape mismatch
tf2.ones([2]) + tf2.ones([3])

# %% matmul mismatch
tf2.matmul(tf2.ones([2, 3]), tf2.ones([2, 3]))

# %% placeholder is not allowed
tf.placeholder(tf.float32)

# %% Session in eager mode: graph is the eager default graph, fetch fails
tf.Session().run(tf2.constant(1))

# %% t.eval in eager
tf2.constant(1).eval()

# %% t.graph / t.op / t.name in eager
[
    ex(lambda: tf2.constant(1).graph),
    ex(lambda: tf2.constant(1).op),
    ex(lambda: tf2.constant(1).name),
]

# %% tf.gradients in eager
x = tf2.constant(1.0)
tf.gradients(x, x)

# %% Variable
v = tf2.Variable(1.0, name="v")
r = v.assign_add(2.0)
(v.numpy(), repr(v), float(r), v.trainable, v.name)

# %% v += is refused
v = tf2.Variable(1.0)
v += 1.0

# %% assign wrong shape / dtype
v = tf2.Variable([1.0, 2.0])
[ex(lambda: v.assign([1.0])), ex(lambda: v.assign(tf2.constant([1, 2])))]

# %% Variable without initial value
tf2.Variable()

# %% GradientTape
x = tf2.Variable(3.0)
with tf2.GradientTape() as t:
    y = x * x
t.gradient(y, x).numpy()

# %% constants are not watched
x = tf2.constant(3.0)
with tf2.GradientTape() as t:
    y = x * x
t.gradient(y, x)

# %% unconnected_gradients
x = tf2.Variable(3.0)
with tf2.GradientTape() as t:
    y = tf2.constant(1.0) * 2
t.gradient(y, x, unconnected_gradients="zero").numpy()

# %% tape used twice
x = tf2.Variable(3.0)
with tf2.GradientTape() as t:
    y = x * x
t.gradient(y, x)
t.gradient(y, x)

# %% persistent tape
x = tf2.Variable(3.0)
with tf2.GradientTape(persistent=True) as t:
    y = x * x
    z = y * y
(t.gradient(z, x).numpy(), t.gradient(y, x).numpy())

# %% gradient structure follows sources
a = tf2.Variable(1.0)
b = tf2.Variable(2.0)
with tf2.GradientTape() as t:
    y = a * b
r = t.gradient(y, {"a": a, "l": [b]})
(type(r).__name__, r["a"].numpy(), r["l"][0].numpy())

# %% stop_recording / reset / watched_variables
v = tf2.Variable(2.0)
with tf2.GradientTape() as t:
    y = v * v
    with t.stop_recording():
        z = v * v * v
([x.numpy() for x in t.watched_variables()], t.gradient(y, v).numpy())

# %% watch a non-tensor
with tf2.GradientTape() as t:
    t.watch(3.0)

# %% gradient of integer source
x = tf2.constant(3)
with tf2.GradientTape() as t:
    t.watch(x)
    y = x * x
t.gradient(y, x)

# %% target computed outside the tape
x = tf2.Variable(3.0)
y = x * x
with tf2.GradientTape() as t:
    pass
t.gradient(y, x)

# %% re-entering an active tape
t = tf2.GradientTape()
with t:
    with t:
        pass

# %% jacobian
x = tf2.constant([1.0, 2.0])
with tf2.GradientTape() as t:
    t.watch(x)
    y = x * x
t.jacobian(y, x).numpy().tolist()

# %% tf.function traces once per signature
n = []


@tf2.function
def f(x):
    n.append(1)
    return x + 1


f(tf2.constant(1))
f(tf2.constant(2))
f(tf2.constant(1.0))
f(3)
f(4)
len(n)


# %% python side effects only at trace time; returned structure preserved
@tf2.function
def f(x):
    return {"a": x, "b": [x * 2]}


r = f(tf2.constant(1))
(type(r).__name__, r["b"][0].numpy())


# %% creating a variable on every call
@tf2.function
def f():
    return tf2.Variable(1.0)


f()

# %% variable created only the first time is fine
S = {}


@tf2.function
def f():
    if "v" not in S:
        S["v"] = tf2.Variable(1.0)
    return S["v"].assign_add(1.0)


f()
float(f())


# %% autograph: python if on a tensor inside tf.function
@tf2.function
def f(x):
    if x > 0:
        return x
    else:
        return -x


int(f(tf2.constant(-3)))


# %% autograph off: if on a tensor
@tf2.function(autograph=False)
def f(x):
    return x if x > 0 else -x


f(tf2.constant(1))

# %% automatic control dependencies: assigns run in program order
v = tf2.Variable(1.0)


@tf2.function
def f():
    v.assign(5.0)
    v.assign_add(1.0)
    return v.read_value()


float(f())

# %% leaking a symbolic tensor out of a function
L = []


@tf2.function
def f(x):
    L.append(x + 1)
    return x


f(tf2.constant(1))
L[0] + 1


# %% input_signature mismatch
@tf2.function(input_signature=[tf2.TensorSpec([None], tf2.float32)])
def f(x):
    return x


f(tf2.constant(1.0))


# %% numpy array arguments become tensors
@tf2.function
def f(x):
    return type(x).__name__ == "ndarray"


bool(f(np.ones(2)))

# %% inside Graph().as_default() everything is symbolic
with tf2.Graph().as_default() as h:
    r = (tf2.executing_eagerly(), type(tf2.constant(1)).__name__)
(r, tf2.executing_eagerly())

# %% mixing: eager tensor used inside a graph becomes a constant
e = tf2.constant(2.0)
with tf2.Graph().as_default():
    y = e * 3.0
    r = tf.Session().run(y)
float(r)

# %% mixing: symbolic tensor used in eager
with tf2.Graph().as_default():
    y = tf2.constant(1.0)
y + 1.0

# %% Session over a graph while eager is on works with `with g.as_default()`
with tf2.Graph().as_default():
    x = tf.placeholder(tf.float32)
    r = float(tf.Session().run(x + 1, {x: 1.0}))
r

# %% optimizers.v1 minimize needs a callable loss in eager
v = tf2.Variable(1.0)
tf.train.GradientDescentOptimizer(0.1).minimize(v * v)

# %% and works with one
v = tf2.Variable(1.0)
tf.train.GradientDescentOptimizer(0.1).minimize(lambda: v * v)
round(float(v), 4)


# %% custom_gradient in eager
@tf2.custom_gradient
def f(x):
    return x * x, (lambda dy: dy * 100.0)


x = tf2.Variable(3.0)
with tf2.GradientTape() as t:
    y = f(x)
float(t.gradient(y, x))

# %% py_function / numpy_function
float(tf2.numpy_function(lambda a: a * 2, [tf2.constant(2.0)], tf2.float32))

# %% Saver in eager
v = tf2.Variable(1.0, name="v")
tf.train.Saver([v]).save(None, tempfile.mkdtemp() + "/m") is not None

# %% Saver() without var_list in eager
tf.train.Saver()

# %% operators convert the other side to the tensor's dtype
[
    ex(lambda: tf2.constant(1) * 1.5),
    ex(lambda: 1.5 + tf2.constant(1)),
    tf2.constant(1.0) + np.float64(1.5),
    tf2.constant(1) + np.float32(1.5),
    ex(lambda: tf2.constant(1) == "a"),
    tf2.constant([1, 2, 3]) == tf2.constant([1, 2]),
]

# %% texts of eager tensors
[
    f(t)
    for t in (tf2.constant(3.14), tf2.constant("a"), tf2.zeros([0, 3]), tf2.constant([[1, 2]] * 2))
    for f in (repr, str)
]

# %% Python's protocols of eager tensors
t = tf2.constant([1, 2])
[
    ex(lambda: len(tf2.constant(3))),
    ex(lambda: list(tf2.constant(3))),
    int(tf2.constant(3.7)),
    [1, 2, 3][tf2.constant(1)],
    bool(tf2.constant([])),
    f"{tf2.constant(1.5):.2f}",
    t.device,
    ex(t.consumers),
    ex(lambda: tf2.constant(1).set_shape([2])),
]

# %% errors of eager ops name the op
[
    ex(lambda: tf2.constant([1, 2])[5]),
    ex(lambda: tf2.split(tf2.ones([3]), 2)),
    ex(lambda: tf2.concat([tf2.ones([2, 2]), tf2.ones([3, 3])], 0)),
    ex(lambda: tf2.squeeze(tf2.ones([2]), [0])),
    ex(lambda: tf2.constant(1) // tf2.constant(0)),
]

# %% slices of variables are assigned
v = tf2.Variable([1.0, 2.0])
r = v[0].assign(5.0)
(repr(r), v.numpy().tolist(), v.assign(v + 1, read_value=False))

# %% name scopes name variables
with tf2.name_scope("a"):
    v = tf2.Variable(1.0, name="b")
    w = tf2.Variable(1.0, name="b")
(v.name, w.name)

# %% seeds of eager execution
tf2.random.set_seed(1)
a, b = (tf2.random.uniform([2]).numpy() for _ in range(2))
tf2.random.set_seed(1)
c, d = (tf2.random.uniform([2]).numpy() for _ in range(2))
((a == c).all(), (b == d).all(), (a == b).all())

# %% second derivatives
x = tf2.constant(3.0)
with tf2.GradientTape() as outer:
    outer.watch(x)
    with tf2.GradientTape() as inner:
        inner.watch(x)
        y = x**3
    d = inner.gradient(y, x)
(d, outer.gradient(d, x))

# %% gradients of gathered rows are slices; with dense ones they are dense
v = tf2.Variable([3.0, 4.0])
with tf2.GradientTape(persistent=True) as t:
    y = tf2.gather(v, [0]) * 2
    z = v * 2
g = t.gradient(y, v)
(type(g).__name__, g.values, g.indices, t.gradient([y, z], v))

# %% targets that are sources, targets without a type that has gradients
x = tf2.constant(2.0)
s = tf2.constant("a")
with tf2.GradientTape(persistent=True) as t:
    t.watch(x)
    y = x * x
(t.gradient([x, y], x), t.gradient(y, y), t.gradient(s, x))

# %% a tape without automatic watching
v = tf2.Variable(2.0)
with tf2.GradientTape(watch_accessed_variables=False) as t:
    y = v * v
(t.gradient(y, v), t.watched_variables())

# %% reset and stop_recording outside
t = tf2.GradientTape()
[ex(t.reset), ex(lambda: t.stop_recording().__enter__()), ex(lambda: t.gradient(1, 1))]

# %% batch_jacobian
x = tf2.constant([[2.0, 3.0]])
with tf2.GradientTape() as t:
    t.watch(x)
    y = x * x
t.batch_jacobian(y, x)

# %% a tape in a graph
with tf2.Graph().as_default() as graph:
    x = tf2.constant(3.0)
    with tf2.GradientTape() as t:
        t.watch(x)
        y = x * x
    r = t.gradient(y, x)
(repr(r), float(tf.Session(graph=graph).run(r)))


# %% a custom gradient with variables, and one of a wrong number
v = tf2.Variable(2.0)


@tf2.custom_gradient
def f(x):
    def grad(dy, variables=None):
        return dy * 3.0, [dy * 7.0 for _ in variables]

    return x * v, grad


@tf2.custom_gradient
def g(x):
    return x * x, lambda dy: (dy, dy)


@tf2.custom_gradient
def h(x):
    return x * v, lambda dy: dy


x = tf2.constant(1.0)
with tf2.GradientTape(persistent=True) as t:
    t.watch(x)
    y, z = f(x), g(x)
(t.gradient(y, [x, v]), ex(lambda: t.gradient(z, x)), ex(lambda: h(x)))


# %% gradients through functions, their branches and loops
@tf2.function
def f(x):
    y = tf2.cond(x > 0, lambda: x * x, lambda: -x)
    return tf2.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, a * x), [0, y])[1]


x = tf2.constant(2.0)
with tf2.GradientTape() as t:
    t.watch(x)
    y = f(x)
(y, t.gradient(y, x))

# %% a tape inside a function, around another
v = tf2.Variable(2.0)


@tf2.function
def inner(x):
    return tf2.reduce_sum(tf2.tanh(x * v) * x)


@tf2.function
def outer(x):
    with tf2.GradientTape() as t:
        t.watch(x)
        y = inner(x)
    return t.gradient(y, [x, v])


[g.numpy() for g in outer(tf2.constant([1.0, 2.0]))]


# %% what a trace depends on
@tf2.function
def f(x):
    return x


values = [1, 1.0, True, 2, np.int32(1), np.int32(2), np.array([1]), [1, 2], (1, 2), "a", None]
counts = []
for value in [*values, tf2.Variable(1), tf2.Variable(2), tf2.constant([1, 2]), tf2.constant(1)]:
    f(value)
    counts.append(f.experimental_get_tracing_count())
counts


# %% reduce_retracing
@tf2.function(reduce_retracing=True)
def f(x):
    return x


for size in (1, 2, 3, 4):
    f(tf2.ones([size]))
f.experimental_get_tracing_count()


# %% arguments that do not fit a function
@tf2.function
def f(x, y=2):
    return x


@tf2.function(input_signature=[tf2.TensorSpec([None], tf2.float32)])
def g(x):
    return x


[
    ex(f),
    ex(lambda: f(1, 2, 3)),
    ex(lambda: f(1, z=3)),
    ex(lambda: g("a")),
    ex(lambda: g([1.0], 2)),
    ex(lambda: tf2.function(f.python_function, input_signature=3)),
]


# %% a concrete function
@tf2.function
def f(x, y):
    return x + y


c = f.get_concrete_function(tf2.TensorSpec([None], tf2.float32), tf2.constant([1.0]))
(
    [repr(x) for x in (c.inputs, c.outputs, c.structured_outputs, c.structured_input_signature)],
    str(c),
    [n.name for n in c.graph.as_graph_def().node],
    c.captured_inputs,
    c(tf2.constant([1.0, 2.0]), tf2.constant([3.0])),
)

# %% the graph of a function with effects
v = tf2.Variable(1.0)


@tf2.function
def f():
    v.assign_add(1.0)
    v.assign_add(v)
    return v.read_value()


c = f.get_concrete_function()
(sorted((n.name, n.op) for n in c.graph.as_graph_def().node), c.variables, f(), v)

# %% TensorSpec
spec = tf2.TensorSpec([None, 2], tf2.int32, name="x")
(
    repr(spec),
    spec.is_compatible_with(tf2.constant([[1, 2]])),
    repr(tf2.TensorSpec.from_tensor(tf2.constant([1]))),
    tf2.TensorSpec([1]) == tf2.TensorSpec([1]),
)


# %% a module
class Layer(tf2.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.w = tf2.Variable(2.0, name="w")
        self.parts = [tf2.Module(), {"b": tf2.Variable(1.0, trainable=False, name="b")}]

    @tf2.function
    def __call__(self, x):
        return x * self.w


layer = Layer()
(
    layer.name,
    layer(tf2.constant(3.0)),
    [v.name for v in layer.variables],
    [v.name for v in layer.trainable_variables],
    [m.name for m in layer.submodules],
    ex(lambda: Layer(name="no name")),
)

# %% a dataset
data = tf2.data.Dataset.from_tensor_slices(([1, 2, 3, 4, 5], [1.0, 2.0, 3.0, 4.0, 5.0]))
batches = data.map(lambda a, b: (a * 2, b + 1)).batch(2).repeat(2).prefetch(1)
(
    repr(batches.element_spec),
    len(batches),
    [(a.tolist(), b.tolist()) for a, b in batches.as_numpy_iterator()],
    sorted(int(a) for a, _ in data.shuffle(3)),
)

# %% optimizers of Keras
v, w = tf2.Variable([1.0, 2.0]), tf2.Variable([1.0, 2.0])
sgd = tf2.keras.optimizers.SGD(0.1, momentum=0.9)
adam = tf2.keras.optimizers.Adam(0.1)
for _ in range(3):
    with tf2.GradientTape(persistent=True) as t:
        loss = tf2.reduce_sum(v * v + w * w * w)
    sgd.apply_gradients([(t.gradient(loss, v), v)])
    adam.apply_gradients([(t.gradient(loss, w), w)])
(v.numpy(), w.numpy(), int(sgd.iterations))

# %% devices and threads
cpu = tf2.config.list_physical_devices("CPU")[0]
with tf2.device("/cpu:0"):
    t = tf2.constant(1) + 1
(
    cpu,
    tf2.config.list_logical_devices("CPU"),
    t.device,
    tf2.config.threading.get_inter_op_parallelism_threads(),
    ex(lambda: tf2.config.threading.set_inter_op_parallelism_threads(2)),
    ex(lambda: tf2.config.experimental.set_memory_growth(cpu, True)),
)

# %% an eager variable is in no graph that a session could run
v = tf2.Variable(1.0)
with tf2.Graph().as_default(), tf.Session() as sess:
    tf.constant(0.0)
    errors = [ex(lambda: sess.run(v)), ex(lambda: sess.run(v * 2.0))]
errors
