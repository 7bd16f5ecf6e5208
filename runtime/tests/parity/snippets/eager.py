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
