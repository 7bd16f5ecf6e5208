"""Branches and loops in each other, with variables, queues, Python functions and gradients."""


# %% an assignment in a branch, read after it
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


v = tf.Variable(5)
p = tf.placeholder(tf.bool, [])
r = tf.cond(p, lambda: v.assign(7), lambda: tf.constant(1))
with tf.control_dependencies([r]):
    z = tf.identity(v) + 0
[run([r, z], {p: b}) for b in (True, False)]


# %% cond in cond, with gradients
x = tf.placeholder(tf.float32, [], name="x")


def f():
    return tf.cond(x > 5, lambda: x * 2, lambda: tf.cond(x < 2, lambda: x * x, lambda: x + 100))


r = tf.cond(x > 0, f, lambda: -x)
g = tf.gradients(r, x)
r.name, [s.run([r, g], {x: v}) for v in (6.0, 3.0, 1.0, -4.0)]


# %% cond in a loop, with gradients
x = tf.placeholder(tf.float32, [], name="x")


def body(i, a):
    return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: a * x, lambda: a + x)


r = tf.while_loop(lambda i, a: i < 5, body, [0, x])
g = tf.gradients(r[1], x)
[t.name for t in r], s.run([r[1], g], {x: 2.0})


# %% a loop in a branch, with gradients
x = tf.placeholder(tf.float32, [], name="x")
p = tf.placeholder(tf.bool, [])
r = tf.cond(
    p,
    lambda: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, 1.0])[1],
    lambda: x,
)
g = tf.gradients(r, x)
r.name, [s.run([r, g], {x: 3.0, p: b}) for b in (True, False)]


# %% a loop in a loop, with gradients
x = tf.placeholder(tf.float32, [], name="x")


def body(i, a):
    r = tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, b * x), [0, a])
    return i + 1, r[1] + 1.0


r = tf.while_loop(lambda i, a: i < 4, body, [0, x])
g = tf.gradients(r[1], x)
[t.name for t in r], s.run([r[1], g], {x: 1.5})


# %% named tuples as loop variables
P = collections.namedtuple("P", "j k")
r = tf.while_loop(
    lambda i, p: i < 10,
    lambda i, p: (i + 1, P(p.j + p.k, p.j - p.k)),
    (tf.constant(0), P(tf.constant(1), tf.constant(2))),
)
r, s.run(r)


# %% dicts as loop variables
r = tf.while_loop(
    lambda d: d["i"] < 4,
    lambda d: {"i": d["i"] + 1, "s": tf.string_join([d["s"], "x"])},
    [{"i": 0, "s": "a"}],
)
r, s.run(r)


# %% a variable that a loop adds to, read after it
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


v = tf.Variable(0.0, name="v")


def body(i):
    with tf.control_dependencies([v.assign_add(2.0)]):
        return i + 1


r = tf.while_loop(lambda i: i < 3, body, [0])
with tf.control_dependencies([r]):
    z = tf.identity(v.read_value() if hasattr(v, "read_value") else v)
run([r, z])


# %% gradients of variables that a loop uses
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


v = tf.Variable([1.0, 2.0], name="v")
w = tf.get_variable("w", initializer=3.0)
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v + w), [0, v * 1.0])
run([r[1], tf.gradients(r[1], [v, w])])


# %% gradients of a variable that branches use
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


v = tf.get_variable("v", initializer=[[1.0, 2.0], [3.0, 4.0]])
p = tf.placeholder(tf.bool, [])
r = tf.cond(p, lambda: tf.matmul(v, v), lambda: v)
[run([r, tf.gradients(r, v)], {p: b}) for b in (True, False)]

# %% a variable without a value in the branch that is not taken
u = tf.Variable(1.0, name="u")
p = tf.placeholder(tf.bool, [])
r = tf.cond(p, lambda: u + 1, lambda: tf.constant(5.0))
ex(lambda: s.run(r, {p: False})), ex(lambda: s.run(r, {p: True}))


# %% a Python function in a loop
L = []


def f(x):
    L.append(int(x))
    return np.int32(x + 1)


def body(i):
    r = tf.py_func(f, [i], tf.int32)
    r.set_shape([])
    return r


r = tf.while_loop(lambda i: i < 4, body, [0])
s.run(r), L

# %% a loop that takes from a queue
q = tf.FIFOQueue(10, tf.int32, shapes=[[]])
e = q.enqueue_many([[1, 2, 3, 4]])
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a + q.dequeue()), [0, 0])
s.run(e)
s.run(r), s.run(q.size())


# %% an assertion that fails in a loop
def body(i):
    with tf.control_dependencies([tf.Assert(i < 2, ["too big", i])]):
        return i + 1


r = tf.while_loop(lambda i: i < 5, body, [0])
ex(lambda: s.run(r))


# %% a variable made in a branch
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


p = tf.placeholder(tf.bool, [])


def f():
    with tf.variable_scope("in"):
        w = tf.get_variable("w", initializer=tf.constant_initializer(3.0), shape=[])
    return w * 2


r = tf.cond(p, f, lambda: 1.0)
[v.name for v in tf.global_variables()], run(r, {p: True}), run(r, {p: False})


# %% minimize in a branch
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


v = tf.Variable(10.0, name="v")
p = tf.placeholder(tf.bool, [])
loss = tf.square(v - 3.0)
r = tf.cond(
    p, lambda: tf.group(tf.train.GradientDescentOptimizer(0.1).minimize(loss)), lambda: tf.no_op()
)
run(r, {p: True}), run(r, {p: False})


# %% minimize in a loop
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


v = tf.Variable(10.0, name="v")
opt = tf.train.GradientDescentOptimizer(0.1)


def body(i):
    t = opt.minimize(tf.square(v - 3.0))
    with tf.control_dependencies([t]):
        return i + 1


r = tf.while_loop(lambda i: i < 5, body, [0])
run(r)

# %% results that do not fit
true = tf.constant(True)
[
    ex(lambda: tf.while_loop(lambda i: i < 3, lambda i: None, [0])),
    ex(lambda: tf.cond(true, lambda: None, lambda: 1)),
    ex(lambda: tf.cond(true, lambda: 1, lambda: None)),
    ex(lambda: tf.cond(true, lambda: [1, None], lambda: [1, 2])),
    ex(lambda: tf.cond(true, lambda: "a", lambda: 1)),
    ex(lambda: tf.cond(true)),
    ex(lambda: tf.cond(true, lambda: 1, lambda: 2, fn1=lambda: 3)),
    ex(lambda: tf.while_loop(lambda i: i < 3, lambda i: "a", [0])),
]


# %% a loop variable that grows, with gradients
x = tf.placeholder(tf.float32, [None, 2], name="x")
r = tf.while_loop(
    lambda i, a: i < 3,
    lambda i, a: (i + 1, tf.concat([a, x], 0)),
    [0, x],
    shape_invariants=[tf.TensorShape([]), tf.TensorShape([None, 2])],
)
r, s.run([r[1], tf.gradients(r[1], x)], {x: [[1, 2]]})

# %% shape invariants and arguments that do not fit
a = tf.constant([1, 2])
[
    ex(
        lambda: tf.while_loop(
            lambda i, a: i < 3,
            lambda i, a: (i + 1, a),
            [0, a],
            shape_invariants=[tf.TensorShape([]), tf.TensorShape([3])],
        )
    ),
    ex(
        lambda: tf.while_loop(
            lambda i, a: i < 3,
            lambda i, a: (i + 1, a),
            [0, a],
            shape_invariants=[tf.TensorShape([])],
        )
    ),
    ex(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0], shape_invariants=[3])),
    ex(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0], maximum_iterations=[3])),
    ex(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, 0)),
    ex(lambda: tf.while_loop(lambda i: i < 3, 3, [0])),
]


# %% maximum_iterations as a tensor, and with several variables
r = tf.while_loop(lambda i: i < 100, lambda i: i + 1, [0], maximum_iterations=tf.constant(4))
r2 = tf.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), [0, 1], maximum_iterations=100)
r, r2, s.run([r, r2])


# %% gradients of several loop variables
x = tf.constant(2.0)
y = tf.constant(3.0)
r = tf.while_loop(lambda i, a, b: i < 3, lambda i, a, b: (i + 1, a * x, a * b * y), [0, x, y])
(
    s.run([tf.gradients(r[2], [x, y]), tf.gradients(r[1], [x])]),
    tf.gradients(r[1], y),
    tf.gradients(r[0], x),
)


# %% stop_gradient in a loop
x = tf.constant(2.0)
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * tf.stop_gradient(x)), [0, x])
s.run([tf.gradients(r[1], x)])


# %% gather in a loop
x = tf.placeholder(tf.float32, [3], name="x")
r = tf.while_loop(
    lambda i, a: i < 3, lambda i, a: (i + 1, a + tf.gather(x, i) * tf.gather(x, i)), [0, 0.0]
)
s.run(r[1], {x: [1, 2, 3]})


# %% a matrix power, with gradients
x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
r = tf.while_loop(
    lambda i, a: tf.reduce_sum(a) < 1000.0, lambda i, a: (i + 1, tf.matmul(a, x)), [0, x]
)
s.run([r, tf.gradients(r[1], x)])


# %% elementary functions in a loop, with gradients
x = tf.constant(0.5)


def f(i, a):
    return i + 1, tf.sin(a) * tf.exp(x) + tf.sqrt(x) / a


r = tf.while_loop(lambda i, a: i < 4, f, [0, x + 1.0])
s.run([r[1], tf.gradients(r[1], x)])

# %% names in scopes
with tf.name_scope("s"):
    r = tf.cond(tf.constant(True), lambda: tf.identity(1, name="a"), lambda: 2, name="cc")
    r2 = tf.while_loop(lambda i: i < 2, lambda i: tf.add(i, 1, name="b"), [0], name="ww")
r.name, r2.name


# %% a tensor array that a loop writes, with gradients
i = tf.constant(0)
ta = tf.TensorArray(tf.float32, 4)
x = tf.constant(2.0)
_, ta = tf.while_loop(
    lambda i, ta: i < 4, lambda i, ta: (i + 1, ta.write(i, x * tf.cast(i, tf.float32))), [i, ta]
)
y = ta.stack()
s.run([y, tf.gradients(y, x)])


# %% a tensor array that a loop reads, with gradients
x = tf.constant([1.0, 2.0, 3.0])
ta = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(x)
_, a = tf.while_loop(
    lambda i, a: i < 3, lambda i, a: (i + 1, a * ta.read(i) + ta.read(0)), [0, 1.0]
)
s.run([a, tf.gradients(a, x)])


# %% gradients of several outputs of a branch
p = tf.placeholder(tf.bool, [])
x = tf.constant(3.0)
a, b = tf.cond(p, lambda: (x * 2, x * x), lambda: (x * x * x, x))
[
    s.run([a, b, tf.gradients(a, x), tf.gradients(b, x), tf.gradients([a, b], x)], {p: v})
    for v in (True, False)
]


# %% case of strings
x = tf.placeholder(tf.int32, [])
r = tf.case(
    [(tf.equal(x, 0), lambda: "zero"), (tf.equal(x, 1), lambda: "one")], default=lambda: "many"
)
r.name, [s.run(r, {x: i}) for i in range(3)]


# %% control dependencies around branches and loops
x = tf.constant(1.0)
with tf.control_dependencies([tf.no_op(name="pre")]):
    r = tf.cond(tf.constant(True), lambda: x + 1, lambda: x)
    w = tf.while_loop(lambda i: i < 1, lambda i: i + 1, [0])
s.run([r, w])


# %% a control dependency on an operation outside the branch
def run(t, fd=None):
    s.run(tf.global_variables_initializer())
    return s.run(t, fd), s.run(tf.global_variables())


v = tf.Variable(0, name="v")
a = v.assign_add(1)


def f():
    with tf.control_dependencies([a]):
        return tf.constant(1)


r = tf.cond(tf.placeholder(tf.bool, [], name="p"), f, lambda: 2)
[run(r, {"p:0": b}) for b in (True, False)]


# %% a random number in each iteration
r = tf.random_uniform([])
_, a = tf.while_loop(
    lambda i, a: i < 3,
    lambda i, a: (i + 1, tf.concat([a, [tf.random_uniform([])]], 0)),
    [0, tf.zeros([0])],
    shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
)
z = s.run(a)[0]
len(set(z.tolist()))


# %% bool and int64 loop variables
r = tf.while_loop(
    lambda a: tf.reduce_all(a), lambda a: tf.logical_not(a), [tf.constant([True, True])]
)
r2 = tf.while_loop(
    lambda i: i < tf.constant(3, tf.int64), lambda i: i + 1, [tf.constant(0, tf.int64)]
)
s.run([r, r2])


# %% slices as a loop variable
x = tf.constant([1.0, 2.0])
s = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1]), tf.constant([3, 2]))
r = tf.while_loop(
    lambda i, s: i < 2,
    lambda i, s: (i + 1, tf.IndexedSlices(s.values * 2.0, s.indices, s.dense_shape)),
    [0, s],
)
s.run(r[1])


# %% a sparse tensor from a branch
p = tf.placeholder(tf.bool, [])
r = tf.cond(
    p,
    lambda: tf.SparseTensor([[0]], [1.0], [2]),
    lambda: tf.SparseTensor([[1], [0]], [1.0, 5.0], [2]),
)
s.run(r, {p: False})


# %% gradients with respect to the result of a loop
x = tf.constant(2.0)
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])
y = r[1] * x
s.run(tf.gradients(y, [x, r[1]]))


# %% a small recurrent network, with gradients
m = tf.constant([[1.0, 2.0], [3.0, 4.0]])
v0 = tf.constant([1.0, 1.0])
_, v, _ = tf.while_loop(
    lambda i, v, h: i < 3,
    lambda i, v, h: (
        i + 1,
        tf.tanh(tf.squeeze(tf.matmul(m, v[:, None]), 1) * 0.1),
        h + tf.reduce_sum(v),
    ),
    [0, v0, 0.0],
)
s.run(tf.gradients(v, [m, v0]))

# %% IndexedSlices whose row numbers have two dtypes
ex(
    lambda: (
        tf.cond(
            P(tf.bool, [], name="p"),
            lambda: tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])),
            lambda: tf.IndexedSlices(tf.constant([2.0]), tf.constant([1], tf.int64)),
        ).indices.dtype
    )
)

# %% a second derivative of a loop
x = P(tf.float32, [], name="x")
r = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, x])[1]
d = tf.gradients(r, x)[0]
ex(lambda: s.run(tf.gradients(d, x)[0], {x: 2.0}))

# %% a condition that is a Python bool
ex(lambda: s.run(tf.while_loop(lambda i: False, lambda i: i + 1, [tf.constant(0)])))

# %% a condition that is a vector
ex(lambda: tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant([0, 1])]).name)

# %% a condition that is a vector when it runs
x = P(tf.int32, None, name="x")
r = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [x])
(s.run(r, {x: 1}), ex(lambda: s.run(r, {x: [1, 2]}))[:20])

# %% a tensor of a loop cannot be fed
seen = []
r = tf.while_loop(lambda i: i < 3, lambda i: seen.append(i + 1) or seen[0], [tf.constant(0)])
ex(lambda: s.run(r, {seen[0]: 9}))[:9]


# %% a branch of TensorFlow 1 is made of nodes of the graph
def nodes():
    found = g.as_graph_def().node
    return sorted((n.name, n.op, list(n.input), list(n.attr["_class"].list.s)) for n in found)


def program():
    p, q, x = P(tf.bool, [], name="p"), P(tf.bool, [], name="q"), P(tf.float32, [2], name="x")
    v = tf.Variable(1.0, name="v", use_resource=False)
    w = tf.Variable([2.0, 3.0], name="w", use_resource=True)
    held = []
    y = tf.cond(
        p,
        lambda: held.append(x * 2.0) or held[0],
        lambda: tf.cond(q, lambda: w * x, lambda: tf.constant([5.0, 6.0])),
    )
    done = tf.cond(p, lambda: tf.assign(v, 3.0).op, lambda: tf.no_op())
    before = tf.no_op("before")
    with tf.control_dependencies([before]):
        late = tf.cond(q, lambda: 1, lambda: 2)
    same = tf.cond(q, lambda: v, lambda: v)
    built = nodes()
    grads = tf.gradients(y, [x, w])
    s.run(tf.global_variables_initializer())
    out = [built, y.op.type]
    for feeds in ({p: a, q: b, x: [3.0, 4.0]} for a in (True, False) for b in (True, False)):
        out.append(s.run([y, late, grads], feeds))
        out.append([ex(lambda: s.run(t, feeds)) for t in (held[0], held[0] + 1.0)])
        out.append([s.run(done, feeds), s.run(same, feeds)])
        if feeds[p]:
            out.append(s.run(y, {**feeds, held[0]: [7.0, 8.0]}))
    return out


None if tf.control_flow_v2_enabled() else program()

# %% a stack on which nothing was pushed has nothing to take off
tf.constant(3, name="size")
d = g.as_graph_def()
made = d.node.add(name="the/stack", op="StackV2", input=["size"])
made.attr["elem_type"].type = tf.float32.as_datatype_enum
taken = d.node.add(name="taken", op="StackPopV2", input=["the/stack"])
taken.attr["elem_type"].type = tf.float32.as_datatype_enum
s.run(tf.import_graph_def(d, return_elements=["taken:0"]))
