"""Gradients: how the graph of derivatives is built, and what functions may say about theirs."""

# %% names of all that is added
x = tf.constant([1.0, 2.0], name="x")
y = tf.reduce_sum(tf.sin(x, name="sin") * x, name="y")
n = len(g.get_operations())
tf.gradients(y, x)
[(o.name, o.type) for o in g.get_operations()[n:]]

# %% name of the call
x = tf.constant(1.0, name="x")
(tf.gradients(x * x, x, name="d")[0].name, tf.gradients(x * x, x, name="d")[0].name)

# %% colocation
x = tf.constant([[1.0]], name="x")
y = tf.matmul(x, x, name="y")
d = tf.gradients(y, x, colocate_gradients_with_ops=True)[0]
[[str(c, "utf-8") for c in o.colocation_groups()] for o in g.get_operations() if "grad" in o.name]

# %% gates
x = tf.constant([[1.0, 2.0]], name="x")
w = tf.constant([[1.0], [2.0]], name="w")
d = tf.gradients(tf.matmul(x, w), w, gate_gradients=True)
(d[0].name, s.run(d), [o.name for o in g.get_operations() if "tuple" in o.name])

# %% aggregation methods
x = tf.constant(2.0, name="x")
y = x * x * x
r = [tf.gradients(y, x, aggregation_method=m)[0] for m in (0, 1, 2)]
([t.name for t in r], s.run(r), ex(lambda: tf.gradients(y, x, aggregation_method=3)))

# %% AggregationMethod and UnconnectedGradients
m = tf.AggregationMethod
(
    m.DEFAULT,
    m.ADD_N,
    m.EXPERIMENTAL_TREE,
    m.EXPERIMENTAL_ACCUMULATE_N,
    str(tf.UnconnectedGradients.ZERO),
)

# %% lists, tuples and single tensors
x = tf.constant(1.0)
y = tf.constant(2.0)
z = x * y
[len(tf.gradients(*a)) for a in ((z, x), ([z], [x, y]), ((z, z), (x, y)))]

# %% unconnected parts
x = tf.constant([1.0, 2.0])
y = tf.constant(3.0)
z = tf.reduce_sum(x)
(tf.gradients(z, [x, y])[1], s.run(tf.gradients(z, [x, y], unconnected_gradients="zero")))

# %% unconnected variables
v = tf.Variable([1.0, 2.0])
s.run(v.initializer)
z = tf.gradients(tf.constant(1.0), v, unconnected_gradients=tf.UnconnectedGradients.ZERO)
s.run(z)

# %% stop_gradients are constants
a = tf.constant(2.0)
b = a * a
c = b * a
s.run(
    [
        tf.gradients(c, [a, b], stop_gradients=[a, b]),
        tf.gradients(c, a),
        tf.gradients(c, a, stop_gradients=b),
    ]
)

# %% stop_gradients may be one tensor
a = tf.constant(2.0)
s.run(tf.gradients(a * tf.stop_gradient(a), a, stop_gradients=tf.constant(1.0)))

# %% x on the way to another x
a = tf.constant(2.0)
b = a * 3.0
c = b * b
s.run(tf.gradients(c, [a, b]))

# %% y is x
a = tf.constant([2.0])
s.run(tf.gradients([a, a * 2.0], a))

# %% grad_ys of other types
x = tf.constant([1.0, 2.0])
[
    ex(lambda: tf.gradients(x * x, x, grad_ys=y))
    for y in (tf.constant([True, True]), [1, 2], [[1, 2]])
]

# %% grad_ys may be None
x = tf.constant([1.0, 2.0])
s.run(tf.gradients([x * x, x], x, grad_ys=[None, tf.constant([10.0, 10.0])]))

# %% complex ys need grad_ys
x = tf.constant(1 + 1j)
tf.gradients(x * x, x)

# %% complex ys
x = tf.constant(1 + 2j)
s.run(tf.gradients(x * x, x, grad_ys=[tf.constant(1 + 0j, tf.complex128)]))

# %% strings have no gradient
x = tf.constant("a")
ex(lambda: tf.gradients(x, x)), ex(lambda: tf.gradients(x, x, grad_ys=tf.constant("b")))

# %% integers on the way
x = tf.constant(2.0)
y = tf.cast(tf.cast(x, tf.int32), tf.float32)
tf.gradients(y, x)

# %% half of the outputs
x = tf.constant([1.0, 2.0, 3.0, 4.0], name="x")
a, b = tf.split(x, 2, name="split")
d = tf.gradients(b * 3.0, x)
(s.run(d), d[0].op.type)

# %% duplicate use by one op
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
s.run(tf.gradients(tf.matmul(x, x), x))

# %% broadcasting sums back
x = tf.constant([[1.0], [2.0]])
y = tf.constant([1.0, 2.0, 3.0])
s.run(tf.gradients(x * y, [x, y]))

# %% IndexedSlices of several gathers
p = tf.constant([[1.0], [2.0], [3.0]])
z = tf.gather(p, [0, 2]) * 2.0
d = tf.gradients([z, tf.gather(p, [2])], p)[0]
(type(d).__name__, s.run(d.values), s.run(d.indices), s.run(d.dense_shape), d.shape)

# %% IndexedSlices and dense gradients
p = tf.constant([[1.0], [2.0]])
d = tf.gradients([tf.gather(p, [1, 1]), p * 3.0], p)[0]
(type(d).__name__, s.run(d))

# %% IndexedSlices of two index types
p = tf.constant([[1.0], [2.0]])
d = tf.gradients([tf.gather(p, [1]), tf.gather(p, tf.constant([0], tf.int64))], p)[0]
(d.indices.dtype, s.run(tf.convert_to_tensor(d)))

# %% gather of a gather
p = tf.constant([[1.0], [2.0], [3.0]])
d = tf.gradients(tf.gather(tf.gather(p, [0, 2]), [1, 1]), p)[0]
(type(d).__name__, s.run(tf.convert_to_tensor(d)))

# %% variables as xs
v = tf.Variable([1.0, 2.0], name="v")
w = tf.Variable([3.0, 4.0], name="w")
s.run(tf.global_variables_initializer())
s.run(tf.gradients(tf.reduce_sum(v * w * w), [v, w]))

# %% reads of a variable as xs
v = tf.Variable(3.0)
s.run(v.initializer)
x = v.read_value()
(s.run(tf.gradients(x * x, x)), tf.gradients(x * x, v.read_value()), s.run(tf.gradients(x * x, v)))

# %% variables as ys
v = tf.Variable(3.0)
s.run(v.initializer)
s.run(tf.gradients(v, v))

# %% no gradient through an assignment
v = tf.Variable(3.0)
x = tf.constant(2.0)
a = v.assign(x * x)
tf.gradients(a + 0.0, x)

# %% an op without a gradient
x = tf.constant([1.0, 2.0])
tf.gradients(tf.unique(x).y, x)

# %% an op without a gradient that is not on the way
x = tf.constant([1.0, 2.0])
y = tf.unique(x).y
s.run(tf.gradients(x * 2.0 + tf.stop_gradient(y), x))

# %% second and third derivatives
x = tf.constant(2.0)
y = x**4
a = tf.gradients(y, x)[0]
b = tf.gradients(a, x)[0]
c = tf.gradients(b, x)[0]
s.run([a, b, c])

# %% gradients of gradients by the weights
x = tf.constant(3.0)
w = tf.constant(2.0)
d = tf.gradients(x * x, x, grad_ys=w)[0]
s.run(tf.gradients(d, w))

# %% hessians
x = tf.constant([1.0, 2.0])
s.run(tf.hessians(tf.reduce_sum(x**3) + x[0] * x[1], x))

# %% hessians of a matrix
x = tf.constant([[1.0, 2.0]])
h = tf.hessians(tf.reduce_sum(x**2), x)[0]
(h.shape, s.run(h))

# %% RegisterGradient wants a string
tf.RegisterGradient(3)

# %% NotDifferentiable wants a string
tf.NotDifferentiable(3)

# %% NotDifferentiable
tf.NotDifferentiable("GradProbeNone")
x = tf.constant(2.0)
with g.gradient_override_map({"Square": "GradProbeNone"}):
    y = tf.square(x)
(tf.gradients(y, x), ex(lambda: tf.NoGradient("GradProbeNone2")), tf.no_gradient is tf.NoGradient)

# %% an override that nobody registered
x = tf.constant(2.0)
with g.gradient_override_map({"Square": "GradProbeAbsent"}):
    y = tf.square(x, name="y")
tf.gradients(y, x)


# %% overrides nest
@tf.RegisterGradient("GradProbeA")
def a(op, grad):
    return grad * 2.0


@tf.RegisterGradient("GradProbeB")
def b(op, grad):
    return grad * 3.0


x = tf.constant(2.0)
with g.gradient_override_map({"Square": "GradProbeA", "Exp": "GradProbeB"}):
    with g.gradient_override_map({"Square": "GradProbeB"}):
        y = tf.square(x)
    z = tf.square(x)
    e = tf.exp(x)
s.run([tf.gradients(t, x)[0] for t in (y, z, e)])


# %% a rule may return one tensor, a list or a tuple
@tf.RegisterGradient("GradProbeOne")
def one(op, grad):
    return grad


@tf.RegisterGradient("GradProbeTuple")
def two(op, grad):
    return (grad, None)


x = tf.constant(2.0)
with g.gradient_override_map({"Square": "GradProbeOne", "Mul": "GradProbeTuple"}):
    y, z = tf.square(x), x * 3.0
s.run([tf.gradients(y, x), tf.gradients(z, x)])

# %% a rule sees its operation
seen = []


@tf.RegisterGradient("GradProbeSees")
def sees(op, grad):
    seen.append((op.name, op.type, len(op.inputs), grad.dtype))
    return grad


x = tf.constant(2.0)
with g.gradient_override_map({"Square": "GradProbeSees"}):
    y = tf.square(x, name="sq")
tf.gradients(y, x)
seen


# %% a gradient of the wrong shape
@tf.RegisterGradient("GradProbeShape")
def wrong(op, grad):
    return tf.constant([1.0, 2.0])


x = tf.constant([1.0, 2.0, 3.0], name="x")
with g.gradient_override_map({"Square": "GradProbeShape"}):
    y = tf.square(x, name="sq")
tf.gradients(y, x)


# %% custom_gradient of several tensors
@tf.custom_gradient
def f(x, y):
    def grad(a, b):
        return a + b, a - b

    return (x * y, x + y), grad


x, y = tf.constant(2.0), tf.constant(3.0)
a, b = f(x, y)
s.run([a, b, tf.gradients([a, b], [x, y]), tf.gradients(a, [x, y])])


# %% custom_gradient of a method
class C:
    @tf.custom_gradient
    def f(self, x):
        return x * 2.0, lambda dy: dy * 7.0


x = tf.constant(2.0)
s.run(tf.gradients(C().f(x), x))


# %% custom_gradient of numbers
@tf.custom_gradient
def f(x):
    return x * 2.0, lambda dy: dy * 7.0


s.run(f(3.0))


# %% custom_gradient and keyword arguments
@tf.custom_gradient
def f(x):
    return x, lambda dy: dy


f(x=1.0)

# %% custom_gradient and variables
v = tf.get_variable("v", initializer=3.0, use_resource=True)


@tf.custom_gradient
def f(x):
    def grad(dy, variables=None):
        return dy * 10.0, [dy * 100.0 for _ in variables]

    return x * v, grad


x = tf.constant(2.0)
y = f(x)
s.run(v.initializer)
s.run([y, *tf.gradients(y, [x, v])])

# %% custom_gradient with variables that it does not expect
v = tf.get_variable("v", initializer=3.0, use_resource=True)


@tf.custom_gradient
def f(x):
    return x * v, lambda dy: dy


f(tf.constant(2.0))


# %% custom_gradient makes a reference variable
@tf.custom_gradient
def f(x):
    return x * tf.get_variable("v", initializer=3.0, use_resource=False), lambda dy: dy


f(tf.constant(2.0))


# %% custom_gradient and second derivatives
@tf.custom_gradient
def f(x):
    return x**3, lambda dy: dy * x * x


x = tf.constant(2.0)
d = tf.gradients(f(x), x)[0]
s.run([d, tf.gradients(d, x)[0]])

# %% grad_pass_through
x = tf.constant([1.2, -0.7])
y = tf.grad_pass_through(tf.round)(x)
s.run([y, tf.gradients(y * y, x)[0]])

# %% a long chain
x = tf.constant(1.0)
y = x
for _ in range(2000):
    y = y * 1.001
s.run(tf.gradients(y, x))

# %% one run computes a derivative without the rest
x = P(tf.float32, [], name="x")
unused = P(tf.float32, [], name="unused")
y = x * x + unused
s.run(tf.gradients(y, x), {x: 3.0})

# %% fed in the middle
x = tf.constant(2.0)
h = x * 3.0
y = h * h
s.run(tf.gradients(y, x), {h: 10.0})

# %% gradients in a function of another graph
with tf.Graph().as_default() as h:
    x = tf.constant(3.0)
    y = x * x
d = tf.gradients(y, x)
(d[0].graph is h, tf.Session(graph=h).run(d))

# %% hessians of a shape known when it runs
x = P(tf.float32, [None], name="x")
h = tf.hessians(tf.reduce_sum(x**3), x)[0]
(h.shape, s.run(h, {x: [1.0, 2.0, 3.0]}))

# %% hessians of two
x, y = tf.constant([1.0, 2.0]), tf.constant([3.0])
s.run(tf.hessians(tf.reduce_sum(x * x) * y[0] ** 2, [x, y]))

# %% hessians of a variable
v = tf.Variable([1.0, 2.0])
s.run(v.initializer)
s.run(tf.hessians(tf.reduce_sum(v**2), v)[0])

# %% recompute_grad
x = P(tf.float32, [])


@tf.recompute_grad
def f(x):
    return tf.square(x) * tf.sin(x)


y = f(x)
d = tf.gradients(y, x)
[s.run([y, d], {x: 2.0}), ex(lambda: tf.gradients(d[0], x)), ex(lambda: f(x=x)), f.__name__]

# %% recompute_grad with a variable
v = tf.get_variable("v", initializer=3.0, use_resource=True)
x = tf.constant(2.0)
y = tf.recompute_grad(lambda a: a * a * v)(x)
s.run(v.initializer)
s.run([y, tf.gradients(y, [x, v])])
