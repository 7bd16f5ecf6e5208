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
w = tf2.Variable([1, 2], name="w")
saver = tf.train.Saver({"a": v, "b": w}, max_to_keep=1)
directory = tempfile.mkdtemp()
paths = [saver.save(None, directory + "/m", global_step=step) for step in (1, 2)]
v.assign(5.0)
saver.restore(None, paths[-1])
other = tf.train.Saver({"c": v})
(
    [path[len(directory) :] for path in paths],
    v.numpy(),
    tf.train.list_variables(directory),
    sorted(os.listdir(directory)),
    saver.last_checkpoints == paths[1:],
    ex(lambda: other.restore(None, paths[-1]))[:120],
    ex(lambda: saver.restore(None, directory + "/none")).replace(directory, ""),
    tf.train.Saver([v, w]).save(None, directory + "/n") == directory + "/n",
    [name for name, _ in tf.train.list_variables(directory + "/n")],
)

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

# %% kinds that an op does not take
[
    ex(f)
    for f in (
        lambda: tf2.exp(tf2.constant(1)),
        lambda: tf2.reduce_mean("a"),
        lambda: tf2.nn.softmax(tf2.constant([1, 2])),
        lambda: tf2.add_n([tf2.ones([2]), tf2.constant([1, 2])]),
        lambda: tf2.one_hot([0.5], 3),
    )
]

# %% errors of kernels name the operation, unless they were given sequences
[
    ex(f)
    for f in (
        lambda: tf2.reshape(tf2.range(6), [4, 2]),
        lambda: tf2.reshape(tf2.range(6), tf2.constant([4, 2])),
        lambda: tf2.gather(tf2.constant([1, 2, 3]), [5]),
        lambda: tf2.gather(tf2.constant([1, 2, 3]), tf2.constant([5])),
        lambda: tf2.stack([tf2.ones([2]), tf2.ones([3])]),
        lambda: tf2.add_n([tf2.ones([2]), tf2.ones([3])]),
        lambda: tf2.constant([1, 2, 3])[5],
        lambda: tf2.ensure_shape(tf2.ones([2]), [3]),
        lambda: tf2.py_function(lambda: 1 / 0, [], tf2.int32),
    )
]

# %% values that are no tensors
[
    ex(f)
    for f in (
        lambda: tf2.constant(None),
        lambda: tf2.constant([[1, 2], [3]]),
        lambda: tf2.constant([1, "a"]),
        lambda: tf2.constant([1, 2, 3], shape=[2, 2]),
        lambda: tf2.constant(1) - None,
        lambda: tf2.Variable(1.0).assign(None),
    )
]

# %% assertions
[
    ex(f)
    for f in (
        lambda: tf2.debugging.assert_equal([1, 2, 3], [1, 5, 6], message="unequal"),
        lambda: tf2.debugging.assert_equal(1, 2),
        lambda: tf2.debugging.assert_less([1, 2, 3, 4, 5], [0], summarize=2),
        lambda: tf2.debugging.assert_non_negative(tf2.constant([-1, 2])),
        lambda: tf2.debugging.Assert(False, ["bad", tf2.constant([1, 2, 3, 4])]),
    )
]

# %% optimizers of TensorFlow 1 with slots
found = []
for make in (
    lambda: tf.train.AdamOptimizer(0.1),
    lambda: tf.train.MomentumOptimizer(0.1, 0.9),
    lambda: tf.train.RMSPropOptimizer(0.1),
):
    v, optimizer = tf2.Variable([1.0, 2.0]), make()
    for _ in range(2):
        optimizer.minimize(lambda: tf2.reduce_sum(v * v))
    found.append((v.numpy(), [(slot.name, slot.numpy()) for slot in optimizer.variables()]))
found

# %% cond and while_loop in a function use its variables
v = tf2.Variable(2.0)


@tf2.function
def f(x):
    y = tf2.cond(x > 0, lambda: v * x, lambda: v - x)
    _, z = tf2.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v), [0, x])
    return y, z


with tf2.GradientTape() as t:
    y, z = f(tf2.constant(3.0))
(y.numpy(), z.numpy(), t.gradient([y, z], v).numpy(), f(tf2.constant(-1.0))[0].numpy())


# %% a concrete function, its signature and calls that do not fit
@tf2.function
def f(x, n=2, *, flag=None):
    return {"a": x["k"] * n, "b": [None, x["l"][0]]}


specs = {"k": tf2.TensorSpec([None], tf2.float32), "l": [tf2.TensorSpec([], tf2.int32)]}
c = f.get_concrete_function(specs, 3)
(
    str(c),
    c.pretty_printed_signature(verbose=False),
    repr(c.structured_input_signature),
    (c.output_shapes, c.output_dtypes),
    c({"k": tf2.constant([1.0]), "l": [tf2.constant(5)]}, 3, flag=None),
    c(tf2.constant([1.0]), tf2.constant(5)),
    ex(lambda: c(tf2.constant([1.0]))),
    ex(lambda: c([1.0], 5)),
    ex(lambda: c(tf2.constant([1.0]), tf2.constant(5), zz=1)),
    f.pretty_printed_concrete_signatures(verbose=False),
)

# %% input signatures and what they refuse
spec = tf2.TensorSpec([], tf2.float32)
[
    ex(f)
    for f in (
        lambda: tf2.function(lambda x, y: x, input_signature=[spec]),
        lambda: tf2.function(lambda x: x, input_signature=[1]),
        lambda: tf2.function(lambda x: x, input_signature=[spec, spec]),
        lambda: tf2.function(lambda x, y=3: x, input_signature=[spec])(1.0, 4),
        lambda: tf2.function(lambda x, y=3: x * y, input_signature=[spec])(1).numpy(),
        lambda: tf2.function(lambda x: x, input_signature=[[spec]])(1),
        lambda: tf2.function(lambda x: x, input_signature=[{"a": spec}])({"b": 1}),
        lambda: tf2.function(lambda x: x["a"], input_signature=[{"a": spec}])({"a": 1}).numpy(),
        lambda: tf2.function(lambda x: x)({1, 2}),
        lambda: tf2.function(3),
    )
]


# %% sessions without a configuration have that of tf.config
def run(config=None):
    with tf2.Graph().as_default(), tf2.device("/gpu:0"):
        a = tf2.constant(1)
        with tf.Session(config=config) as sess:
            return ex(lambda: int(sess.run(a)))[:20]


found = [run()]
tf2.config.set_soft_device_placement(True)
found += [run(), run(tf.ConfigProto())]
tf2.config.set_soft_device_placement(False)
found += [run(), run(tf.ConfigProto(allow_soft_placement=True))]
found

# %% optimizers of tf.config
optimizer = tf2.config.optimizer
found = [optimizer.get_jit(), optimizer.get_experimental_options()]
optimizer.set_jit(True)
optimizer.set_experimental_options({"constant_folding": False, "min_graph_nodes": 3})
[*found, optimizer.get_jit(), optimizer.get_experimental_options()]

# %% where operations run at once
outside = tf.executing_eagerly_outside_functions
with tf2.Graph().as_default():
    found = [outside()]
[*found, outside(), tf2.function(lambda: tf2.constant(outside()))().numpy()]

# %% datasets: arguments, iterators, what is offered to graphs
data = tf2.data.Dataset.range(3)
with tf2.Graph().as_default(), tf.Session() as sess:
    iterator = tf.data.make_initializable_iterator(tf.data.Dataset.range(2).map(lambda i: i * 2))
    item = iterator.get_next()
    found = [ex(lambda: sess.run(item))]
    for _ in range(2):
        sess.run(iterator.initializer)
        found += [sess.run(item), sess.run(item), ex(lambda: sess.run(item))]
[
    *found,
    [(int(i), int(x)) for i, x in data.enumerate(5)],
    [int(x) for x in data.skip(-1)],
    ex(lambda: data.batch(0)),
    ex(lambda: data.shuffle(0)),
    ex(lambda: data.batch(1.5)),
    ex(lambda: len(data.repeat())),
    ex(lambda: tf.data.make_initializable_iterator(data)),
    list(tf2.data.Dataset.from_tensor_slices(["a", "b"])),
]


# %% tf.saved_model refuses
class Holder(tf2.Module):
    @tf2.function
    def f(self, x):
        return x


holder = Holder()
[
    ex(f)
    for f in (
        lambda: tf2.saved_model.save(3, "never"),
        lambda: tf2.saved_model.save(holder, "never", signatures=3),
        tf2.function(lambda: tf2.saved_model.save(holder, "never"), autograph=False),
        lambda: tf2.saved_model.load("/never/there"),
    )
]

# %% eager execution is switched off inside a graph
g2 = tf.Graph()
with g2.as_default():
    tf.disable_eager_execution()
    a = tf.executing_eagerly()
b = tf.executing_eagerly()
[a, b, ex(lambda: type(tf.constant(1)).__name__), tf.executing_eagerly_outside_functions()]

# %% eager execution is switched off inside a graph: other threads
g2 = tf.Graph()
with g2.as_default():
    tf.disable_eager_execution()
r = []
t = threading.Thread(
    target=lambda: r.append((tf.executing_eagerly(), type(tf.constant(1)).__name__))
)
t.start()
t.join()
[r, tf.executing_eagerly()]

# %% TensorFlow 2 behaviour is switched off inside a graph
g2 = tf.Graph()
with g2.as_default():
    tf.disable_v2_behavior()
    c = tf.Variable(1.0)
[tf.executing_eagerly(), type(c).__name__, type(tf.constant(1)).__name__]

# %% eager execution is switched off inside a session
with tf.Session() as s:
    tf.disable_eager_execution()
    x = tf.placeholder(tf.float32)
    r = s.run(x, {x: 2.0})
[r, tf.executing_eagerly()]

# %% sources of a tape that are no tensors
x = tf2.Variable(2.0)
with tf2.GradientTape(persistent=True) as t:
    y = x * 2.0
[
    ex(lambda: t.gradient(y, "a")),
    ex(lambda: t.gradient(y, None)),
    ex(lambda: t.gradient(y, np.float32(3))),
    ex(lambda: t.gradient(y, np.ones(2))),
    ex(lambda: t.gradient(y, 3)),
    ex(lambda: t.gradient(y, [])),
    ex(lambda: t.gradient(3.0, x)),
    ex(lambda: t.gradient(None, x)),
    ex(lambda: t.gradient([], x)),
    ex(lambda: t.gradient([y, 3.0], x).numpy()),
]

# %% numbers among the sources of a tape
x = tf2.Variable(2.0)
with tf2.GradientTape() as t:
    y = x * 2.0
ex(lambda: t.gradient(y, [x, 3.0]))

# %% recompute_grad
x = tf2.Variable(2.0)


@tf2.recompute_grad
def f(a):
    return a * a * tf.sin(a)


with tf2.GradientTape() as t:
    y = f(x)
t.gradient(y, x).numpy()

# %% recompute_grad with a variable, and twice
v = tf2.Variable(3.0)
x = tf2.Variable(2.0)


@tf2.recompute_grad
def f(a):
    return a * a * v


with tf2.GradientTape() as t:
    y = f(x)
[z.numpy() for z in t.gradient(y, [x, v])]

# %% the order of summed slices
x = tf2.Variable([[1.0, 2.0], [3.0, 4.0]])


def pick(order):
    with tf2.GradientTape() as t:
        parts = {
            "a": tf2.gather(x, [0]) * 5.0,
            "b": tf2.gather(x, [1, 1]) * 6.0,
            "c": tf2.gather(x, [0, 1]) * 7.0,
        }
        y = [tf2.reduce_sum(parts[o]) for o in order]
        z = y[0] + y[1] + y[2]
    r = t.gradient(z, x)
    return (r.indices.numpy().tolist(), r.values.numpy().tolist())


[pick("abc"), pick("cab"), pick("bac")]

# %% the order of slices of several targets
x = tf2.constant([[1.0, 2.0], [3.0, 4.0]])
with tf2.GradientTape(persistent=True) as t:
    t.watch(x)
    a = tf2.gather(x, [0]) * 5.0
    b = tf2.gather(x, [1, 1]) * 6.0
    c = x[0] * 2.0
    d = tf2.gather(x, [1]) * 2.0
[
    str(type(t.gradient([a, b], x)).__name__),
    t.gradient([a, b], x).indices.numpy(),
    t.gradient([b, a], x).indices.numpy(),
    t.gradient([a, b, d], x).indices.numpy(),
    tf2.convert_to_tensor(t.gradient([a, c], x)).numpy(),
    t.gradient([b, d, a], x).values.numpy(),
]

# %% fewer gradients of outputs than outputs
x = tf2.constant(3.0)
with tf2.GradientTape() as t:
    t.watch(x)
    y, z = x * x, x * x * x
t.gradient([y, z], x, output_gradients=[1.0]).numpy()

# %% arguments that TensorFlow 2 does not have
[
    ex(lambda: tf2.reduce_sum([1], keep_dims=True)),
    ex(lambda: tf2.reduce_mean([1.0], reduction_indices=0)),
    ex(lambda: tf2.argmax([1, 3], dimension=0)),
    ex(lambda: tf2.squeeze([[1]], squeeze_dims=[0])),
    tf2.reduce_max([[1, 2], [3, 4]], 0, True).numpy(),
    ex(lambda: tf2.keras.optimizers.SGD(0.1).minimize),
    ex(lambda: tf2.keras.optimizers.SGD("a")),
    ex(lambda: tf2.keras.optimizers.Adam(1)),
    ex(lambda: tf2.case({})),
    ex(lambda: tf2.data.Dataset.range(3).map(3)),
]

# %% convolution and pooling
x = np.arange(32, dtype=np.float32).reshape(1, 4, 4, 2)
f = tf2.Variable(np.ones((3, 3, 2, 2), np.float32))
with tf2.GradientTape() as tape:
    y = tf2.nn.conv2d(x, f, 1, "SAME", "NHWC", [1, 1])
    z = tf2.nn.avg_pool(tf2.nn.max_pool(y, 2, 2, "SAME"), ksize=2, strides=1, padding="VALID")
(z.numpy().tolist(), tape.gradient(z, f).numpy().tolist(), tf2.nn.conv2d(x, f, [2], "VALID").shape)

# %% what arrays have and tensors have not
t = tf2.constant([1.5])
[ex(lambda name=name: getattr(t, name)) for name in ("T", "astype", "size", "tolist", "foo")] + [
    ex(lambda: round(t))
]

# %% the arguments that TensorFlow 2 gives to transposed convolutions, confusion matrices and masks
x, w = tf2.ones([1, 2, 2, 3]), tf2.ones([3, 3, 2, 3])
m = tf2.math.confusion_matrix
v = tf2.Variable([1.0, -1.0])
with tf2.GradientTape() as tape:
    y = tf2.nn.swish(v)
(
    tf2.nn.conv2d_transpose(x, w, [1, 4, 4, 2], 2).numpy().sum(),
    tf2.nn.crelu(tf2.constant([[-1.0, 2.0]]), 0).numpy(),
    m([0, 1], [1, 1], 2, [0.5, 2.0], tf2.float32).numpy(),
    ex(lambda: m([0, -1], [1, 1])),
    tf2.sequence_mask([1, 2]).numpy(),
    tape.gradient(y, v).numpy(),
    tf2.compat.as_bytes("a"),
    hasattr(tf2.nn, "rnn_cell"),
)

# %% datasets inside datasets and of different lengths
D = tf2.data.Dataset
rows = D.range(1, 4).map(lambda x: tf2.fill([x], x))
made = [
    rows.padded_batch(2),
    D.from_tensor_slices([[1, 2], [3, 4]]).flat_map(D.from_tensor_slices),
    D.range(5).shard(2, 1),
    D.range(3).cache().repeat(2),
    D.range(4).interleave(lambda x: D.from_tensors(x).repeat(2), cycle_length=2),
    D.range(5).take(-1),
    D.range(5).skip(-1),
    D.range(5).repeat(0),
]
(
    [[e.numpy().tolist() for e in d] for d in made],
    [int(d.cardinality()) for d in made],
    ex(lambda: list(rows.batch(3))).partition("Shapes")[0],  # threads decide which it names
    ex(lambda: list(rows.padded_batch(3, [2]))),
)

# %% switch_case calls one function only
calls = []
branches = [lambda: calls.append(0) or tf.constant(10), lambda: calls.append(1) or tf.constant(20)]
values = [int(tf.switch_case(tf.constant(i), branches)) for i in (0, 1, 5, -1)]


@tf2.function
def f(i, x):
    return tf.switch_case(i, [lambda: x * x, lambda: x * 3.0])


with tf.GradientTape(persistent=True) as tape:
    x = tf.constant(4.0)
    tape.watch(x)
    results = [f(tf.constant(i), x) for i in (0, 1)]
(values, calls, [float(r) for r in results], [float(tape.gradient(r, x)) for r in results])
