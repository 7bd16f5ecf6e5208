"""Graph construction: names, scopes, lookups, control dependencies, devices, seeds."""

# %% tensor repr
(
    repr(tf.constant(1.0, name="a")),
    str(P(tf.int32, [None, 2], name="p")),
    repr(P(tf.float32, name="q")),
)

# %% operation repr
repr(tf.no_op(name="n"))

# %% unique op names
[tf.constant(1).op.name for _ in range(3)]

# %% name reuse gets _1 suffix
[tf.constant(1, name="a").name for _ in range(2)]

# %% names are unique case-insensitively
[tf.constant(1, name=n).name for n in ("a", "A")]

# %% name_scope
with tf.name_scope("s") as sc:
    a = tf.constant(1, name="a").name
with tf.name_scope("s"):
    b = tf.constant(1, name="a").name
(sc, a, b)

# %% re-entering a scope with trailing slash
with tf.name_scope("s") as sc:
    pass
with tf.name_scope(sc):
    r = tf.constant(1, name="a").name
r

# %% name_scope('') / None resets to root
with tf.name_scope("s"):
    with tf.name_scope(None):
        r = tf.constant(1, name="a").name
r

# %% invalid op name
tf.constant(1, name="a b")

# %% op name may not start with _ at the root
tf.constant(1, name="_a")

# %% but may inside a scope
with tf.name_scope("s"):
    r = tf.constant(1, name="_a").name
r

# %% invalid name_scope name
with tf.name_scope("a b"):
    pass

# %% bad scope start
with tf.name_scope("_x"):
    pass

# %% get_operation_by_name / get_tensor_by_name
tf.constant(1, name="a")
(g.get_operation_by_name("a").name, g.get_tensor_by_name("a:0").name)

# %% get_tensor_by_name with an op name
tf.constant(1, name="a")
g.get_tensor_by_name("a")

# %% get_operation_by_name missing
g.get_operation_by_name("nope")

# %% get_operation_by_name given a tensor name
tf.constant(1, name="a")
g.get_operation_by_name("a:0")

# %% get_tensor_by_name missing
g.get_tensor_by_name("nope:0")

# %% get_tensor_by_name wrong index
tf.constant(1, name="a")
g.get_tensor_by_name("a:3")

# %% get_operation_by_name non-string
g.get_operation_by_name(3)

# %% as_graph_element restrictions
g.as_graph_element(tf.constant(1), allow_tensor=False)

# %% as_graph_element of an int
g.as_graph_element(3)

# %% an op with tensor inputs is created in the graph of the inputs, not in the current default graph
a = tf.constant(1.0)
with tf.Graph().as_default() as h:
    r = tf.identity(a)
(r.graph is g, len(h.get_operations()))

# %% graph mismatch between two inputs
with tf.Graph().as_default():
    b = tf.constant(1.0)
tf.concat([tf.constant([1.0]), b], 0)

# %% finalize
g.finalize()
tf.constant(1)

# %% finalized property / set on finalized graph
g.finalize()
(g.finalized, ex(lambda: g.add_to_collection("c", 1)))

# %% session.run on a finalized graph is fine
c = tf.constant(1)
g.finalize()
s.run(c)

# %% t + 1 in python after finalize fails too
c = tf.constant(1)
g.finalize()
c + 1

# %% version grows with ops
a = g.version
tf.constant(1)
g.version - a

# %% get_operations order is creation order
tf.constant(1, name="z")
tf.constant(1, name="a")
[o.name for o in g.get_operations()]

# %% collections
g.add_to_collection("c", 1)
tf.add_to_collection("c", 2)
(
    tf.get_collection("c"),
    tf.get_collection("none"),
    tf.get_collection_ref("c") is tf.get_collection_ref("c"),
)

# %% get_collection returns a copy; with scope filter uses re.match on .name
with tf.name_scope("sc"):
    a = tf.constant(1, name="a")
    tf.add_to_collection("c", a)
    tf.add_to_collection("c", tf.constant(2, name="b"))
([t.name for t in tf.get_collection("c", "sc")], [t.name for t in tf.get_collection("c", "a")])

# %% as_default from two graphs nests
h = tf.Graph()
with h.as_default():
    r = tf.get_default_graph() is h
(r, tf.get_default_graph() is g)

# %% reset_default_graph inside a graph context
tf.reset_default_graph()

# %% control_dependencies adds control inputs
a = tf.constant(1, name="a")
with tf.control_dependencies([a]):
    b = tf.constant(2, name="b")
(b.op.control_inputs, b.op.node_def.input)

# %% nested control_dependencies accumulate
a = tf.no_op("a")
b = tf.no_op("b")
with tf.control_dependencies([a]):
    with tf.control_dependencies([b]):
        c = tf.no_op("c")
[o.name for o in c.control_inputs]

# %% control_dependencies(None) clears
a = tf.no_op("a")
with tf.control_dependencies([a]):
    with tf.control_dependencies(None):
        c = tf.no_op("c")
c.control_inputs

# %% redundant control input is pruned when a data input already implies it
a = tf.constant(1.0, name="a")
b = tf.identity(a, name="b")
with tf.control_dependencies([a]):
    c = tf.add(b, 1.0, name="c")
c.op.control_inputs

# %% tensors created BEFORE the block do not get the dependency
v = tf.Variable(0.0)
r = v.read_value() if hasattr(v, "read_value") else v
with tf.control_dependencies([v.assign(5.0)]):
    out = r
s.run(v.initializer)
s.run(out)

# %% identity inside the block sees the side effect
v = tf.Variable(0.0, use_resource=True)
with tf.control_dependencies([v.assign(5.0)]):
    out = v.read_value()
s.run(v.initializer)
s.run(out)

# %% control_dependencies on a non-graph object
with tf.control_dependencies([3]):
    pass

# %% control_dependencies from another graph
with tf.Graph().as_default():
    a = tf.no_op()
with tf.control_dependencies([a]):
    tf.no_op()

# %% device scope is recorded on ops
with tf.device("/cpu:0"):
    a = tf.constant(1)
with tf.device("/job:w/task:1"):
    with tf.device("/gpu:2"):
        b = tf.constant(1)
(a.device, b.device)

# %% device(None) ignores outer scopes, device function sees node
with tf.device("/cpu:0"):
    with tf.device(None):
        a = tf.constant(1).device
with tf.device(lambda op: "/cpu:1" if op.type == "Const" else ""):
    b = tf.constant(1).device
(a, b)

# %% op introspection
a = tf.constant([[1.0, 2.0]], name="a")
m = tf.matmul(a, a, transpose_b=True, name="m")
(
    m.op.type,
    [i.name for i in m.op.inputs],
    m.op.get_attr("transpose_b"),
    m.op.outputs[0] is m,
    a.consumers()[0].name,
    m.value_index,
)

# %% get_attr unknown
tf.constant(1, name="a").op.get_attr("nope")

# %% type of op.inputs
type(tf.identity(tf.constant(1)).op.inputs).__name__

# %% as_graph_def / node list
a = tf.constant(1.0, name="a")
tf.add(a, a, name="b")
[(n.name, n.op, list(n.input)) for n in g.as_graph_def().node]

# %% import_graph_def returns requested elements, prefix 'import'
a = tf.constant(1.0, name="a")
d = g.as_graph_def()
with tf.Graph().as_default() as h:
    r = tf.import_graph_def(d, return_elements=["a:0", "a"])
([x.name for x in r], [o.name for o in h.get_operations()])

# %% import_graph_def input_map unused key
d = tf.Graph().as_graph_def()
tf.import_graph_def(d, input_map={"x:0": tf.constant(1)})

# %% import_graph_def missing return element
d = g.as_graph_def()
tf.import_graph_def(d, return_elements=["zz:0"])

# %% seeds
tf.set_random_seed(3)
a = s.run(tf.random_uniform([]))
with tf.Graph().as_default():
    tf.set_random_seed(3)
    b = tf.Session().run(tf.random_uniform([]))
bool(a == b)

# %% op seed: two runs in one session give a sequence, a new session restarts it
r = tf.random_uniform([], seed=1)
a, b = s.run(r), s.run(r)
c = tf.Session().run(r)
(bool(a == b), bool(a == c))


# %% graph seed: two ops differ, rebuilt graph reproduces
def f():
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        a = tf.random_uniform([])
        b = tf.random_uniform([])
        return tf.Session().run([a, b])


p, q = f(), f()
(bool(p[0] == p[1]), bool(p[0] == q[0] and p[1] == q[1]))

# %% gradient_override_map / unknown gradient
with g.gradient_override_map({"Square": "NoSuchGrad"}):
    y = tf.square(tf.constant(2.0, name="x"))
tf.gradients(y, y.op.inputs[0])

# %% GraphKeys
(
    tf.GraphKeys.GLOBAL_VARIABLES,
    tf.GraphKeys.TRAINABLE_VARIABLES,
    tf.GraphKeys.LOCAL_VARIABLES,
    tf.GraphKeys.UPDATE_OPS,
    tf.GraphKeys.SUMMARIES,
    tf.GraphKeys.LOSSES,
    tf.GraphKeys.GLOBAL_STEP,
)

# %% colocate_with
a = tf.constant(1, name="a")
with tf.colocate_with(a.op):
    b = tf.constant(2, name="b")
b.op.colocation_groups()

# %% the GraphDef of a graph without functions has no library
P(tf.float32, [2], name="x")
(g.as_graph_def().HasField("library"), g.as_graph_def().ByteSize())

# %% control dependencies left in the wrong order
a = tf.constant(1)
x, y = g.control_dependencies([a]), g.control_dependencies([a])
x.__enter__()
y.__enter__()
[
    ex(lambda: x.__exit__(None, None, None)),
    ex(lambda: y.__exit__(None, None, None)),
    ex(lambda: x.__exit__(None, None, None)),
]

# %% a constant that a finalized graph refuses takes no name
tf.constant(1)
g.finalize()
r = [ex(lambda: tf.constant(2)), ex(lambda: tf.constant(2, name="x"))]
g._unsafe_unfinalize()
r + [tf.constant(3).name, tf.constant(3, name="x").name]
