"""`cond`, `case`, `while_loop` and what Python control flow on tensors raises."""

# %% cond takes a tensor predicate; only the taken branch runs
v = tf.Variable(0)
s.run(v.initializer)
r = tf.cond(
    P(tf.bool, [], name="p"),
    lambda: tf.identity(v.assign_add(1)),
    lambda: tf.identity(v.assign_add(100)),
)
s.run(r, {"p:0": True})
s.run(v)

# %% ops created OUTSIDE the branch run in any case
v = tf.Variable(0)
s.run(v.initializer)
a = v.assign_add(1)
r = tf.cond(P(tf.bool, [], name="p"), lambda: tf.identity(a), lambda: tf.constant(5))
s.run(r, {"p:0": False})
s.run(v)

# %% branches must agree in number of outputs
tf.cond(tf.constant(True), lambda: (tf.constant(1), tf.constant(2)), lambda: tf.constant(1))

# %% branches must agree in dtype
tf.cond(tf.constant(True), lambda: tf.constant(1), lambda: tf.constant(1.0))

# %% pred must not be a Python bool
tf.cond(True, lambda: tf.constant(1), lambda: tf.constant(2))

# %% pred not boolean tensor
tf.cond(tf.constant(1), lambda: tf.constant(1), lambda: tf.constant(2))

# %% pred not scalar, run time
s.run(
    tf.cond(P(tf.bool, name="p"), lambda: tf.constant(1), lambda: tf.constant(2)),
    {"p:0": [True, False]},
)

# %% branch not callable
tf.cond(tf.constant(True), tf.constant(1), tf.constant(2))

# %% branch returns None in both
r = tf.cond(tf.constant(True), lambda: None, lambda: None)
(r if r is None else type(r).__name__)

# %% branch returns an op
r = tf.cond(tf.constant(True), lambda: tf.no_op(), lambda: tf.no_op())
(type(r).__name__, s.run(r))

# %% nested structure result
r = tf.cond(
    tf.constant(True),
    lambda: {"a": tf.constant(1), "b": [tf.constant(2)]},
    lambda: {"a": tf.constant(3), "b": [tf.constant(4)]},
)
s.run(r)

# %% structure mismatch
tf.cond(tf.constant(True), lambda: [tf.constant(1)], lambda: (tf.constant(1),), strict=True)

# %% fetching a tensor created inside a cond branch
o = []


def f():
    o.append(tf.constant(1) + 1)
    return o[0]


r = tf.cond(P(tf.bool, [], name="p"), f, lambda: tf.constant(0))
s.run(o[0], {"p:0": True})

# %% using a tensor from inside a branch outside of it
o = []


def f():
    o.append(tf.constant(1) + 1)
    return o[0]


r = tf.cond(P(tf.bool, [], name="p"), f, lambda: tf.constant(0))
s.run(o[0] + 1, {"p:0": False})

# %% case: first match; default
x = P(tf.int32, [], name="x")
r = tf.case(
    [(x < 1, lambda: tf.constant(10)), (x < 2, lambda: tf.constant(20))],
    default=lambda: tf.constant(30),
)
[s.run(r, {x: i}) for i in (0, 1, 5)]

# %% case exclusive with two true
x = P(tf.int32, [], name="x")
r = tf.case([(x < 1, lambda: tf.constant(10)), (x < 2, lambda: tf.constant(20))], exclusive=True)
s.run(r, {x: 0})

# %% while_loop basic
r = tf.while_loop(lambda i, a: i < 5, lambda i, a: (i + 1, a + i), [tf.constant(0), tf.constant(0)])
s.run(r)

# %% single loop var returns a tensor, or list with return_same_structure
(
    s.run(tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])),
    s.run(
        tf.while_loop(
            lambda i: i < 3, lambda i: (i + 1,), [tf.constant(0)], return_same_structure=True
        )
    ),
)

# %% python numbers as loop vars are converted
s.run(tf.while_loop(lambda i: i < 3, lambda i: i + 1, [0]))

# %% shape change across iterations
tf.while_loop(
    lambda i, a: i < 3, lambda i, a: (i + 1, tf.concat([a, [1]], 0)), [0, tf.constant([1])]
)

# %% shape_invariants allow it
r = tf.while_loop(
    lambda i, a: i < 3,
    lambda i, a: (i + 1, tf.concat([a, [1]], 0)),
    [tf.constant(0), tf.constant([1])],
    shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
)
(r[1].shape, s.run(r[1]))

# %% dtype change across iterations
tf.while_loop(lambda i: i < 3.0, lambda i: tf.cast(i, tf.float64), [tf.constant(0.0)])

# %% wrong number of body results
tf.while_loop(lambda i, j: i < 3, lambda i, j: i + 1, [tf.constant(0), tf.constant(0)])

# %% structure mismatch of body result
tf.while_loop(lambda i, j: i < 3, lambda i, j: [i + 1], [tf.constant(0), tf.constant(0)])

# %% no loop vars
tf.while_loop(lambda: True, lambda: (), [])

# %% cond not callable
tf.while_loop(1, lambda i: i, [tf.constant(0)])

# %% cond result not boolean
tf.while_loop(lambda i: i, lambda i: i, [tf.constant(0)])

# %% maximum_iterations
s.run(tf.while_loop(lambda i: i < 100, lambda i: i + 1, [tf.constant(0)], maximum_iterations=4))

# %% parallel_iterations <= 0
tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)], parallel_iterations=0)

# %% side effects inside body happen once per iteration
v = tf.Variable(0)
s.run(v.initializer)


def b(i):
    with tf.control_dependencies([v.assign_add(1)]):
        return i + 1


s.run(tf.while_loop(lambda i: i < 4, b, [tf.constant(0)]))
s.run(v)

# %% fetching a tensor from inside the loop body
o = []


def b(i):
    o.append(i + 1)
    return o[0]


r = tf.while_loop(lambda i: i < 3, b, [tf.constant(0)])
s.run(o[0])

# %% gradient through while_loop
x = tf.constant(2.0)
r = tf.while_loop(
    lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [tf.constant(0), tf.constant(1.0)]
)
s.run(tf.gradients(r[1], x))

# %% gradient through cond: not-taken branch contributes zero
x = P(tf.float32, [], name="x")
r = tf.cond(x > 0, lambda: x * x, lambda: -x)
gr = tf.gradients(r, x)
[s.run(gr, {x: v}) for v in (3.0, -3.0)]

# %% map_fn / scan / foldl
(
    s.run(tf.map_fn(lambda a: a * 2, tf.constant([1, 2, 3]))),
    s.run(tf.scan(lambda a, b: a + b, tf.constant([1, 2, 3]))),
    s.run(tf.foldl(lambda a, b: a - b, tf.constant([1, 2, 3]))),
)

# %% map_fn: fn result dtype differs from input without dtype=
tf.map_fn(lambda a: tf.cast(a, tf.float32), tf.constant([1, 2]))

# %% tf.tuple makes all wait
a = tf.constant(1.0)
r = tf.tuple([a, None, a + 1])
s.run([r[0], r[2]])

# %% with tf.device/if on a tensor
if tf.constant(True):
    pass

# %% bool(tensor)
bool(tf.constant(1) < 2)

# %% iterating over a graph tensor
for i in tf.constant([1, 2]):
    pass

# %% unpacking a tensor
a, b = tf.constant([1, 2])

# %% len(tensor)
len(tf.constant([1, 2]))

# %% numpy conversion of a graph tensor
np.array(tf.constant([1, 2]))

# %% float(tensor)
float(tf.constant(1.0))

# %% t in [t]
a = tf.constant(1)
b = tf.constant(1)
(a in [a], a == b, a != b, hash(a) == hash(a))

# %% tensor as dict key
a = tf.constant(1)
{a: 1}[a]

# %% t.numpy
tf.constant(1).numpy()

# %% case of no pairs
[
    ex(lambda: tf.case({})),
    ex(lambda: tf.case([])),
    ex(lambda: tf.case([], default=lambda: tf.constant(1))),
]

# %% the context of a branch, seen from inside and from its operations
x = tf.constant(2.0, name="x")
seen = []


def f():
    c = tf.get_default_graph()._get_control_flow_context()
    inner = c and (c.name, c.branch, c.pred.name, c.pivot.name, c.outer_context, c.IsCondContext())
    seen.append(inner and (*inner, c.IsWhileContext(), c.GetWhileContext(), c.back_prop))
    return x * 3.0


p = P(tf.bool, [], name="p")
tf.cond(p, lambda: tf.cond(x > 1.0, f, lambda: x), lambda: x + 1.0)
owners = [
    (op.name, getattr(op._get_control_flow_context(), "name", "")) for op in g.get_operations()
]
(seen, owners, [str(c) for c in tf.get_collection("cond_context")])

# %% the branches of a graph are in its MetaGraphDef, and come back with it
p = P(tf.bool, [], name="p")
x = P(tf.float32, [2], name="x")
w = tf.constant(5.0, name="w")
y = tf.cond(p, lambda: tf.cond(w > 1.0, lambda: x * w, lambda: w * x * 2.0), lambda: x, name="c")
m = tf.train.export_meta_graph(clear_devices=True)
written = [
    str(type(c).from_proto(c.to_proto()).to_proto()) for c in tf.get_collection("cond_context")
]
with tf.Graph().as_default() as other:
    tf.train.import_meta_graph(m, import_scope="there")
    owners = [(op.name, str(op._get_control_flow_context())) for op in other.get_operations()]
(written, owners, sorted(m.collection_def))

# %% IndexedSlices whose row numbers have two dtypes
rows = tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant([0, 1]))
wide = lambda: tf.IndexedSlices(tf.constant([7.0]), tf.constant([3], tf.int64))
r = tf.cond(P(tf.bool, [], name="p"), lambda: rows, wide)
(s.run([r.values, r.indices], {"p:0": True}), [op.name for op in g.get_operations()])

# %% the predicate is read once for each operation that takes it
v = tf.Variable(True, name="v", use_resource=True)
for pred in (v, np.bool_(True), tf.Variable(False, name="w", use_resource=False)):
    tf.cond(pred, lambda: 1, lambda: 2)
[(op.name, [t.name for t in op.inputs]) for op in g.get_operations()]

# %% the predicate and the pivots are not for a run to fetch
p = P(tf.bool, [], name="p")
tf.cond(p, lambda: 1, lambda: 2)
names = ("Switch:0", "Switch:1", "switch_t:0", "switch_f:0", "pred_id:0", "Const:0")
[ex(lambda: s.run(f"cond/{name}", {p: True})) for name in names]

# %% a graph that is imported into a branch is a part of it
with tf.Graph().as_default() as other:
    a = P(tf.float32, [], name="a")
    k = tf.cond(a > 1.0, lambda: a * 3.0, lambda: a, name="k")
    with tf.control_dependencies([k]):
        tf.identity(a, name="after")
    d = other.as_graph_def()
p, x = P(tf.bool, [], name="p"), P(tf.float32, [], name="x")


def f():
    with tf.control_dependencies([tf.no_op(name="inner")]):
        return tf.import_graph_def(d, {"a:0": x}, ["k/Merge:0", "after:0"], name="in")[0]


with tf.control_dependencies([tf.no_op(name="outer")]):
    y = tf.cond(p, f, lambda: x)
ops = [(op.name, op.type, str(op.node_def)) for op in g.get_operations()]
(ops, s.run(y, {p: True, x: 2.0}), s.run(y, {p: False, x: 2.0}))

# %% what is imported waits for the control inputs around it
with tf.Graph().as_default() as other:
    a = P(tf.float32, [], name="a")
    tf.add(a, a * 2.0, name="b")
    d = other.as_graph_def()
with tf.control_dependencies([tf.no_op(name="first")]):
    tf.import_graph_def(d, name="in")
    tf.square(g.get_tensor_by_name("in/b:0"), name="last")
[(op.name, [c.name for c in op.control_inputs]) for op in g.get_operations()]

# %% switch_case runs the branch of a number, the last for all others
i, x = P(tf.int32, [], name="i"), P(tf.float32, [2], name="x")
y = tf.switch_case(i, {1: lambda: x * x, 0: lambda: x * 3.0}, default=lambda: tf.ones([2]))
slope = tf.gradients(y, x)[0]
[s.run([y, slope], {i: number, x: [2.0, 5.0]}) for number in (0, 1, 2, -1)]

# %% switch_case refuses other arguments
i, f = P(tf.int32, [], name="i"), lambda: tf.constant(1.0)
cases = [(1, [f]), (tf.constant(1.0), [f]), (i, []), (i, 3), (i, [f, 3]), (i, [(1, f)])]
cases += [(i, [("a", f)]), (i, [(0, 3)]), (i, {0: f, 2: f}), (i, [f, lambda: tf.constant(1)])]
cases += [(i, [f, lambda: (f(), f())]), (tf.constant(1, tf.int64), [f]), (i, [[0, f]])]
[ex(lambda: tf.switch_case(*case)) for case in cases]

# %% switch_case travels in a GraphDef, with one inside
i, x = P(tf.int32, [], name="i"), P(tf.float32, [], name="x")
inner = lambda: tf.switch_case(i - 1, [lambda: x * 2.0, lambda: x + 5.0])
tf.identity(tf.switch_case(i, [lambda: x, inner]), name="y")
v = tf.Variable(0.0, name="v", use_resource=True)
w = tf.switch_case(i, [lambda: tf.no_op(), lambda: v.assign_add(1.0, read_value=False)])
s.run(v.initializer)
effects = [s.run([w, v], {i: number}) for number in (0, 1, 2)]
d = g.as_graph_def()
with tf.Graph().as_default(), tf.Session() as t:
    y = tf.import_graph_def(d, return_elements=["y:0"], name="")[0]
    values = [t.run(y, {"i:0": number, "x:0": 3.0}) for number in (0, 1, 2)]
(values, len(effects), s.run(v))

# %% branches that return nothing in a structure, or IndexedSlices beside a tensor
p = P(tf.bool, [], name="p")
rows = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
pairs = [({}, {}), ([], []), ((), ()), (rows, tf.constant([1.0])), ([rows], [tf.constant([1.0])])]
[ex(lambda: tf.cond(p, lambda: a, lambda: b)) for a, b in pairs]

# %% a variable that branches read can be frozen
p = P(tf.bool, [], name="p")
v = tf.Variable([1.0, 2.0], name="v", use_resource=True)
tf.identity(tf.cond(p, lambda: v * 2.0, lambda: v + 1.0), name="y")
s.run(v.initializer)
d = tf.graph_util.convert_variables_to_constants(s, g.as_graph_def(), ["y"])
with tf.Graph().as_default(), tf.Session() as t:
    y = tf.import_graph_def(d, return_elements=["y:0"], name="")[0]
    values = [t.run(y, {"p:0": taken}) for taken in (True, False)]
values

# %% numbers in branches are not checked from outside
tf.cond(P(tf.bool, [], name="p"), lambda: 1.0, lambda: 2.0)
ex(lambda: tf.add_check_numerics_ops())

# %% gradients of branches: zeros where a branch is not taken, rows of a variable, unconnected ones
p = P(tf.bool, [], name="p")
v = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="v", use_resource=True)
x, z = P(tf.float32, [2], name="x"), P(tf.float32, [2], name="z")
look = lambda: tf.nn.embedding_lookup(v, [1]) * x
y = tf.cond(p, look, lambda: tf.gather(v, [0]) + 2.0)
found = tf.gradients(y, [v, x, z], unconnected_gradients="zero")
s.run(v.initializer)
values = [s.run([found[0].values, found[1]], {p: b, x: [1.0, 2.0]}) for b in (True, False)]
ops = [(op.name, [t.name for t in op.inputs], op.colocation_groups()) for op in g.get_operations()]
in_graph = not tf.control_flow_v2_enabled()
(values if in_graph else [], [str(t.shape) for t in found], ops if in_graph else [])
