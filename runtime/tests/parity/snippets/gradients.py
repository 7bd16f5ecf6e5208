"""`tf.gradients`, registered and custom gradients, `GradientTape` in graph mode."""

# %% basic, list result
x = tf.constant(3.0, name="x")
tf.gradients(x * x, x), s.run(tf.gradients(x * x, x))

# %% unconnected -> None
x = tf.constant(3.0)
tf.gradients(tf.constant(1.0), x)

# %% unconnected_gradients='zero'
x = tf.constant([3.0, 4.0])
s.run(tf.gradients(tf.constant(1.0), x, unconnected_gradients="zero"))

# %% bad unconnected_gradients
x = tf.constant(3.0)
tf.gradients(x, x, unconnected_gradients="foo")

# %% several ys are summed; grad_ys weights
x = tf.constant(3.0)
(s.run(tf.gradients([x * 2, x * 5], x)), s.run(tf.gradients(x * 2, x, grad_ys=tf.constant(10.0))))

# %% grad_ys length mismatch
x = tf.constant(3.0)
tf.gradients([x, x], x, grad_ys=[tf.constant(1.0)])

# %% dy/dy
x = tf.constant([1.0, 2.0])
s.run(tf.gradients(x, x))

# %% stop_gradients argument
x = tf.constant(2.0)
y = x * x
z = y * x
s.run(tf.gradients(z, [x, y], stop_gradients=[y]))

# %% tf.stop_gradient
x = tf.constant(2.0)
s.run(tf.gradients(tf.stop_gradient(x * x) * x, x))

# %% integer xs
x = tf.constant(3)
tf.gradients(x * x, x)

# %% integer ys
x = tf.constant(3.0)
tf.gradients(tf.cast(x, tf.int32), x)

# %% gather gradient is IndexedSlices
p = tf.Variable([[1.0], [2.0]])
gr = tf.gradients(tf.gather(p, [0, 0]), p)[0]
s.run(tf.global_variables_initializer())
(type(gr).__name__, s.run(gr).indices.tolist())

# %% gradient of a ref variable: xs may be the Variable
v = tf.Variable(3.0)
s.run(v.initializer)
s.run(tf.gradients(v * v, v))

# %% ys from another graph
with tf.Graph().as_default():
    y = tf.constant(1.0)
x = tf.constant(1.0)
tf.gradients(y, x)

# %% names: ops are placed under 'gradients/'
x = tf.constant(3.0, name="x")
tf.gradients(tf.square(x, name="sq"), x)[0].name

# %% second call uses gradients_1
x = tf.constant(3.0, name="x")
y = tf.square(x, name="sq")
tf.gradients(y, x)
tf.gradients(y, x)[0].name

# %% RegisterGradient duplicates
tf.RegisterGradient("ProbeDup")(lambda op, g: g)
tf.RegisterGradient("ProbeDup")(lambda op, g: g)


# %% gradient function with wrong number of outputs
@tf.RegisterGradient("ProbeBad")
def f(op, gr):
    return gr, gr


with g.gradient_override_map({"Square": "ProbeBad"}):
    y = tf.square(tf.constant(2.0, name="x"))
tf.gradients(y, y.op.inputs[0])


# %% gradient_override_map works
@tf.RegisterGradient("ProbeTen")
def f(op, gr):
    return gr * 10.0


x = tf.constant(2.0)
with g.gradient_override_map({"Square": "ProbeTen"}):
    y = tf.square(x)
s.run(tf.gradients(y, x))

# %% tf.NotDifferentiable / no_gradient ops give None
x = tf.constant([1.0, 2.0])
tf.gradients(tf.argmax(x, 0), x)


# %% custom_gradient
@tf.custom_gradient
def f(x):
    return x * x, (lambda dy: dy * 100.0)


x = tf.constant(3.0)
s.run([f(x)] + tf.gradients(f(x), x))

# %% gradient through py_func is None
x = tf.constant(3.0)
y = tf.py_func(lambda a: a, [x], tf.float32)
tf.gradients(y, x)

# %% gradient of relu at 0, abs at 0, max ties
x = tf.constant([0.0, 0.0])
s.run(
    [
        tf.gradients(tf.nn.relu(x), x)[0],
        tf.gradients(tf.abs(x), x)[0],
        tf.gradients(tf.reduce_max(x), x)[0],
    ]
)

# %% hessians / second order
x = tf.constant(3.0)
s.run([tf.gradients(tf.gradients(x**3, x), x)[0], tf.hessians(x**3, x)[0]])

# %% tf.GradientTape in graph mode
x = tf.constant(3.0)
with tf2.GradientTape() as t:
    t.watch(x)
    y = x * x
s.run(t.gradient(y, x))

# %% non-persistent tape used twice
x = tf.constant(3.0)
with tf2.GradientTape() as t:
    t.watch(x)
    y = x * x
t.gradient(y, x)
t.gradient(y, x)

# %% compat.v1 has the tape and functions
x = tf.constant(3.0)
with tf.GradientTape() as t:
    t.watch(x)
    y = x * x
f = tf.function(lambda v: v + 1.0, input_signature=[tf.TensorSpec([], tf.float32)])
s.run([t.gradient(y, x), f(x)]), tf.GradientTape is tf2.GradientTape
