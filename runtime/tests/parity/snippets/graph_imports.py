"""import_graph_def: what it adds, returns and refuses."""

# %% arguments of wrong types
one = tf.GraphDef(node=[dict(name="b", op="NoOp")])
[
    ex(lambda: tf.import_graph_def(3)),
    ex(lambda: tf.import_graph_def("")),
    ex(lambda: tf.import_graph_def(one, input_map=[1])),
    ex(lambda: tf.import_graph_def(one, input_map={3: tf.constant(1)})),
    ex(lambda: tf.import_graph_def(one, return_elements=[3])),
    ex(lambda: tf.import_graph_def(one, return_elements=3)),
]

# %% an empty GraphDef
(tf.import_graph_def(tf.GraphDef()), tf.import_graph_def(tf.GraphDef(), return_elements=[]))

# %% what is returned, and how it is called
d = tf.GraphDef()
with tf.Graph().as_default() as h:
    a = tf.placeholder(tf.int32, [2], name="a")
    tf.add(a, a, name="b")
    d = h.as_graph_def()
r = tf.import_graph_def(d, return_elements=["b:0", "a", b"b"])
q = tf.import_graph_def(d, return_elements=["b"], name="")
n = [o.name for o in g.get_operations()]
(r, q, n, r[0].shape, list(r[1].outputs))

# %% names are made unique
with tf.Graph().as_default() as h:
    tf.placeholder(tf.int32, name="a")
    d = h.as_graph_def()
out = [
    tf.import_graph_def(d, return_elements=["a"], name=name)[0].name
    for name in ("", "", "x", "x", "y/", "y/", None, None)
]
with tf.name_scope("s"):
    out.append(tf.import_graph_def(d, return_elements=["a"], name="")[0].name)
    out.append(tf.import_graph_def(d, return_elements=["a"], name="x")[0].name)
    out.append(tf.import_graph_def(d, return_elements=["a"])[0].name)
(out, tf.placeholder(tf.int32, name="a").name)

# %% a bad name
tf.import_graph_def(tf.GraphDef(), name="a b")

# %% nodes in any order
with tf.Graph().as_default() as h:
    a = tf.constant(1, name="a")
    b = tf.constant(2, name="b")
    c = tf.add(a, b, name="c")
    e = tf.add(c, a, name="d")
    d = h.as_graph_def()
d = tf.GraphDef(node=list(d.node)[::-1], versions=d.versions)
tf.import_graph_def(d, name="")
([o.name for o in g.get_operations()], s.run("d:0"))


# %% unknown inputs, outputs and operations
def node(name, op, *inputs, **types):
    n = tf.NodeDef(name=name, op=op, input=inputs)
    for k, v in types.items():
        n.attr[k].type = v.as_datatype_enum
    return n


def load(*nodes, **kwargs):
    return ex(lambda: tf.import_graph_def(tf.GraphDef(node=nodes), **kwargs))


p = node("p", "Placeholder", dtype=tf.int32)
out = [
    load(node("a", "Identity", "b", T=tf.float32)),
    load(p, node("a", "Identity", "p:1", T=tf.int32)),
    load(p, node("a", "Identity", "p", T=tf.float32)),
    load(p, node("a", "Identity", T=tf.int32)),
    load(p, node("a", "Identity", "p", "p", T=tf.int32)),
    load(node("a", "NoOp", "^z")),
    load(node("a", "Placeholder")),
    load(p, p),
    load(node("a", "Identity", "b", T=tf.int32), node("b", "Identity", "a", T=tf.int32)),
    load(p, return_elements=["p:1"]),
    load(p, return_elements=["z"]),
    load(p, return_elements=["z:0"]),
    load(p, return_elements=["p:0:1"]),
    load(p, return_elements=["p:x"]),
]
out

# %% an op that does not exist
re.sub(
    "running on .*",
    "",
    ex(lambda: tf.import_graph_def(tf.GraphDef(node=[dict(name="a", op="Foo")]))),
)

# %% attributes of the wrong kind, unknown ones
d = tf.GraphDef()
n = d.node.add(name="a", op="Placeholder")
n.attr["dtype"].s = b"x"
a = ex(lambda: tf.import_graph_def(d))
n.attr["dtype"].type = 1
n.attr["zzz"].i = 3
n.attr["_own"].i = 4
r = tf.import_graph_def(d, return_elements=["a"])[0]
(a.split("; Op<")[0], r.get_attr("_own"), r.get_attr("shape").unknown_rank)

# %% an input of the wrong type through input_map
with tf.Graph().as_default() as h:
    tf.identity(tf.placeholder(tf.int32, name="b"), name="a")
    d = h.as_graph_def()
tf.import_graph_def(d, input_map={"b:0": tf.constant(1.0)}, return_elements=["a:0"])

# %% input_map: replaced inputs and returned elements
with tf.Graph().as_default() as h:
    tf.identity(tf.placeholder(tf.int32, name="b"), name="a")
    d = h.as_graph_def()
c = tf.constant(7)
r = tf.import_graph_def(d, input_map={b"b": c}, return_elements=["a:0", "b:0", "b"])
(r, s.run(r[0]), r[1] is c)

# %% input_map: values that are no tensors
with tf.Graph().as_default() as h:
    tf.identity(tf.placeholder(tf.int32, name="b"), name="a")
    d = h.as_graph_def()
r = tf.import_graph_def(d, input_map={"b:0": 3}, return_elements=["a:0"])
a = ex(lambda: tf.import_graph_def(d, input_map={"b:0": 3}, name=""))
(r, s.run(r[0]), r[0].op.inputs[0].name, a)

# %% input_map: control dependencies
with tf.Graph().as_default() as h:
    with tf.control_dependencies([tf.no_op(name="n")]):
        tf.constant(1, name="a")
    d = h.as_graph_def()
with tf.control_dependencies(None):
    o = tf.constant(5, name="mine")
r = tf.import_graph_def(d, input_map={"^n": o}, return_elements=["a"])
[c.name for c in r[0].control_inputs]

# %% input_map: keys that nothing uses
with tf.Graph().as_default() as h:
    tf.placeholder(tf.int32, name="b")
    d = h.as_graph_def()
c = tf.constant(1)
[
    ex(lambda: tf.import_graph_def(d, input_map={"z:0": c})),
    ex(lambda: tf.import_graph_def(d, input_map={"b:1": c})),
    ex(lambda: tf.import_graph_def(d, input_map={"b:0": c})),
]

# %% input_map: a tensor of another graph
with tf.Graph().as_default() as h:
    tf.identity(tf.placeholder(tf.int32, name="b"), name="a")
    d = h.as_graph_def()
    c = tf.constant(1)
ex(lambda: tf.import_graph_def(d, input_map={"b": c}))[:60]

# %% control dependencies around and inside
with tf.Graph().as_default() as h:
    n = tf.no_op(name="n")
    with tf.control_dependencies([n]):
        tf.constant(1, name="a")
    d = h.as_graph_def()
with tf.control_dependencies([tf.no_op(name="outer")]):
    r = tf.import_graph_def(d, return_elements=["a", "n"])
[[c.name for c in o.control_inputs] for o in r]

# %% devices: the node's own, and the block's
with tf.Graph().as_default() as h:
    with tf.device("/cpu:0"):
        tf.constant(1, name="a")
    tf.constant(1, name="b")
    d = h.as_graph_def()
with tf.device("/job:w"):
    r = tf.import_graph_def(d, return_elements=["a", "b"])
with tf.device(lambda op: "/gpu:7"):
    q = tf.import_graph_def(d, return_elements=["a", "b"])
[o.device for o in r + q]

# %% colocation: groups are renamed, and the device comes along
with tf.Graph().as_default() as h:
    with tf.device("/cpu:0"):
        a = tf.constant(1, name="a")
    with h.colocate_with(a):
        tf.constant(2, name="b")
    d = h.as_graph_def()
r = tf.import_graph_def(d, return_elements=["b"])[0]
with tf.device("/gpu:0"):
    q = tf.import_graph_def(d, return_elements=["b"])[0]
(r.colocation_groups(), r.device, q.device)

# %% colocation with a node that is not there
d = tf.GraphDef()
n = d.node.add(name="a", op="NoOp")
n.attr["_class"].list.s.append(b"loc:@nobody")
tf.import_graph_def(d)

# %% versions
out = []
for v in (dict(producer=-1), dict(min_consumer=99999999), dict(producer=5, bad_consumers=[2474])):
    d = tf.GraphDef(versions=v)
    out.append(ex(lambda: tf.import_graph_def(d)))
out

# %% the graph's own version
with tf.Graph().as_default() as h:
    tf.import_graph_def(tf.GraphDef(versions=dict(producer=27, min_consumer=3)))
    a = (h.graph_def_versions.producer, h.graph_def_versions.min_consumer)
    tf.constant(1)
    b = (h.graph_def_versions.producer, h.graph_def_versions.min_consumer)
(a, b, g.graph_def_versions.producer)

# %% static shapes from _output_shapes
with tf.Graph().as_default() as h:
    x = tf.placeholder(tf.float32, name="x")
    x.set_shape([2, None])
    d = h.as_graph_def(add_shapes=True)
r = tf.import_graph_def(d, return_elements=["x:0"])[0]
(r.shape.as_list(), sorted(r.op.node_def.attr))

# %% _output_shapes that do not fit
with tf.Graph().as_default() as h:
    tf.placeholder(tf.float32, [2, 3], name="x")
    d = h.as_graph_def(add_shapes=True)
d.node[0].attr["_output_shapes"].list.shape[0].dim[0].size = 5
a = ex(lambda: tf.import_graph_def(d))
d.versions.producer = 10
b = ex(lambda: tf.import_graph_def(d, return_elements=["x:0"]))
(a, b)

# %% shapes that do not fit together
d = tf.GraphDef()
with tf.Graph().as_default() as h:
    a = tf.placeholder(tf.float32, [2, 3], name="a")
    tf.matmul(a, tf.placeholder(tf.float32, [3, 2], name="b"), name="m")
    d = h.as_graph_def()
d.node[1].attr["shape"].shape.dim[0].size = 7
tf.import_graph_def(d)

# %% missing attributes get their defaults, in the caller's message too
d = tf.GraphDef(versions=dict(producer=2474))
n = d.node.add(name="x", op="Placeholder")
n.attr["dtype"].type = 1
tf.import_graph_def(d)
str(n.attr["shape"])

# %% attributes that only the producer knows
d = tf.GraphDef(versions=dict(producer=2474))
n = d.node.add(name="x", op="NoOp")
n.attr["fresh"].i = 7
m = tf.MetaGraphDef()
o = m.meta_info_def.stripped_op_list.op.add(name="NoOp")
o.attr.add(name="fresh", type="int").default_value.i = 7
r = tf.import_graph_def(d, return_elements=["x"], producer_op_list=m.meta_info_def.stripped_op_list)
(sorted(r[0].node_def.attr), sorted(n.attr))

# %% gradients of an imported graph
with tf.Graph().as_default() as h:
    x = tf.placeholder(tf.float32, [], name="x")
    tf.square(x, name="y")
    d = h.as_graph_def()
x, y = tf.import_graph_def(d, return_elements=["x:0", "y:0"])
s.run(tf.gradients(y, x), {x: 3.0})

# %% into a finalized graph
with tf.Graph().as_default() as h:
    tf.constant(1, name="a")
    d = h.as_graph_def()
g.finalize()
ex(lambda: tf.import_graph_def(d))[:43]

# %% op_dict and graph_util.import_graph_def
with tf.Graph().as_default() as h:
    tf.constant(1, name="a")
    d = h.as_graph_def()
tf.graph_util.import_graph_def(d, None, ["a"], "n")

# %% as_graph_def: control inputs, devices, versions
with tf.device("/cpu:0"), tf.control_dependencies([tf.no_op(name="z"), tf.no_op(name="a")]):
    tf.constant(1, name="c")
d = g.as_graph_def()
([(n.name, list(n.input), n.device) for n in d.node], d.versions.producer > 1000)

# %% graph_util: must_run_on_cpu
c, i, t = tf.constant(1.0), tf.constant(1), tf.constant("a")
v = tf.Variable(1.0)
ops = [c.op, i.op, t.op, v.op, tf.cast(i, tf.float32).op, tf.cast(c, tf.int32).op, tf.add(i, i).op]
[
    [tf.graph_util.must_run_on_cpu(o) for o in ops],
    [tf.graph_util.must_run_on_cpu(o.node_def, True) for o in ops],
]

# %% graph_util: extract_sub_graph
a = tf.constant(1.0, name="a")
b = tf.identity(a, name="b")
with g.colocate_with(a):
    c = tf.constant(2.0, name="c")
with tf.control_dependencies([c]):
    e = tf.negative(tf.constant(1.0, name="d"), name="e")
d = g.as_graph_def()
u = tf.graph_util.extract_sub_graph
[
    [n.name for n in u(d, ["b"]).node],
    [n.name for n in u(d, ["e", "d"]).node],
    u(d, ["e"]).versions.producer,
    ex(lambda: u(3, ["b"])).split("got")[0],
    ex(lambda: u(d, "b")),
    ex(lambda: u(d, ["nope"])),
]


# %% graph_util: remove_training_nodes
def node(name, op, *inputs):
    return tf.NodeDef(name=name, op=op, input=inputs)


d = tf.GraphDef(
    node=[
        node("a", "Const"),
        node("i", "Identity", "a"),
        node("j", "Identity", "i"),
        node("k", "Identity", "j", "^a"),
        node("s", "StopGradient", "k"),
        node("c", "CheckNumerics", "s"),
        node("m", "Mul", "j:0", "s"),
        node("n", "Neg", "m", "^l", "c"),
        node("l", "Identity", "a"),
        node("o", "Identity", "n"),
    ]
)
u = tf.graph_util.remove_training_nodes
[[(n.name, list(n.input)) for n in u(d, p).node] for p in (None, ["o", "c"])]

# %% graph_util: tensor_shape_from_node_def_name
x = P(tf.float32, [2, None], name="x")
u = tf.graph_util.tensor_shape_from_node_def_name
(u(g, "x").as_list(), u(g, "x:0").as_list(), ex(lambda: u(g, "y")))

# %% graph_util: convert_variables_to_constants
out = []
for res in (False, True):
    with tf.Graph().as_default() as h:
        v = tf.get_variable("v", [2], initializer=tf.ones_initializer(), use_resource=res)
        w = tf.get_variable("w", [2], initializer=tf.zeros_initializer(), use_resource=res)
        x = tf.placeholder(tf.float32, [2], name="x")
        tf.identity(v * x + w, name="z")
        s2 = tf.Session()
        s2.run(tf.global_variables_initializer())
        s2.run(tf.assign_add(v, [1.0, 2.0]))
        u = tf.graph_util.convert_variables_to_constants
        d = h.as_graph_def()
        frozen = u(s2, d, ["z"])
        out.append([(n.name, n.op, list(n.input), sorted(n.attr)) for n in frozen.node])
        out.append([(n.name, n.op) for n in u(s2, d, ["z"], variable_names_whitelist=["v"]).node])
        out.append([(n.name, n.op) for n in u(s2, d, ["z"], variable_names_blacklist=["v"]).node])
        out.append(ex(lambda: u(s2, d, ["nope"])))
    with tf.Graph().as_default():
        (z,) = tf.import_graph_def(frozen, return_elements=["z:0"])
        out.append(tf.Session().run(z, {"import/x:0": [1.0, 1.0]}))
out

# %% constants as messages and back
p = tf.make_tensor_proto([[1.5, 2.0]])
c = tf.constant(["a", "b"], name="c")
(str(p), tf.make_ndarray(p), tf.make_ndarray(c.op.get_attr("value")))


# %% what an import that fails leaves behind: nothing but a name that is taken
def node(name, op, *inputs, **types):
    n = tf.NodeDef(name=name, op=op, input=inputs)
    for k, v in types.items():
        n.attr[k].type = v.as_datatype_enum
    return n


def load(*nodes, **kwargs):
    r = ex(lambda: tf.import_graph_def(tf.GraphDef(node=nodes), **kwargs))
    return (r, [o.name for o in g.get_operations()])


f = tf.float32
p = node("p", "Placeholder", dtype=f)
c = tf.constant(1.0, name="c")
out = [
    load(p, node("x", "Identity", "p", "p", T=f)),
    load(p, return_elements=["q"]),
    load(p, node("x", "Identity", "p", T=f), input_map={"p": "a"}),
    load(p, input_map={"q": c}),
    load(p, input_map={"p:x": c}),
    load(p, input_map={"p:1": c}),
    load(p, input_map={"p:-1": c}),
    load(p, input_map={"p": c.op}),
    load(node("n", "NoOp"), input_map={"n": c}),
    load(p, input_map={"^p": c}, name=""),
    load(p, node("x", "NoOp", "p"), name=""),
    load(p, name=""),
]
d = tf.GraphDef(versions=dict(producer=-1))
ex(lambda: tf.import_graph_def(d))
(out, tf.no_op(name="import").name, c.consumers())


# %% inputs and names that nobody can read
def load(*nodes):
    d = tf.GraphDef(node=[tf.NodeDef(name="p", op="Placeholder"), *nodes])
    d.node[0].attr["dtype"].type = 1
    return ex(lambda: tf.import_graph_def(d))


def node(*inputs, name="x", op="Identity"):
    n = tf.NodeDef(name=name, op=op, input=inputs)
    n.attr["T"].type = 1
    return n


[
    [load(node(text)) for text in ("p:", "p:a", "p:-1", "p:0:0", "p:" + "9" * 20, ":0", "")],
    [load(node("p", name=text)) for text in ("a\\b", "a>", "a>b", ">a", "a>_")],
    load(node(op="")),
    load(node("p", "p", op="Assign")),
]

# %% attributes without a value, with lists and references
out = []
for fields in (
    {},
    dict(list=dict(type=[1])),
    dict(list=dict(i=[1])),
    dict(list={}),
    dict(type=101),
):
    d = tf.GraphDef()
    d.node.add(name="a", op="Placeholder").attr["dtype"].CopyFrom(tf.AttrValue(**fields))
    out.append(ex(lambda: tf.import_graph_def(d)))
out

# %% _output_shapes: too few, too many, impossible, no shapes
with tf.Graph().as_default() as h:
    tf.constant([1.0, 2.0], name="x")
    d = h.as_graph_def(add_shapes=True)
known = d.node[0].attr["_output_shapes"].list
out = []
for sizes in ([], [[2], [3]], [[-2]], [[-1]], [[3]]):
    del known.shape[:]
    for size in sizes:
        known.shape.add().dim.add(size=size[0])
    out.append(ex(lambda: tf.import_graph_def(d, return_elements=["x:0"])))
del known.shape[:]
known.s.append(b"x")
r = tf.import_graph_def(d, return_elements=["x"])[0]
(out, "_output_shapes" in r.node_def.attr)

# %% colocation with what comes later, and of another kind
d = tf.GraphDef()
for name, other in (("b", "a"), ("c", "b"), ("a", "")):
    n = d.node.add(name=name, op="NoOp", device="" if other else "/device:CPU:0")
    if other:
        n.attr["_class"].list.s.append(f"loc:@{other}".encode())
d.node.add(name="e", op="NoOp").attr["_class"].s = b"loc:@a"
r = tf.import_graph_def(d, return_elements=["a", "b", "c", "e"])
[(o.device, o.colocation_groups()) for o in r]

# %% versions of several GraphDefs come together
out = []
for a, b in ((27, 100), (100, 27)):
    with tf.Graph().as_default() as h:
        for version, least, bad in ((a, 3, [1]), (b, 4, [2, 1])):
            v = dict(producer=version, min_consumer=least, bad_consumers=bad)
            tf.import_graph_def(tf.GraphDef(versions=v))
        out.append((str(h.graph_def_versions), str(h.as_graph_def().versions)))
out

# %% graph_util: an input that is not there, what is no node
d = tf.GraphDef(node=[tf.NodeDef(name="a", op="NoOp", input=["gone"])])
[
    ex(lambda: tf.graph_util.extract_sub_graph(d, ["a"])),
    ex(lambda: tf.graph_util.must_run_on_cpu("a")),
]

# %% graph_util: variables that gathers, branches and loops read become constants
tf.enable_control_flow_v2()
v = tf.get_variable("v", [2], initializer=tf.ones_initializer(), use_resource=True)
x = P(tf.float32, [], name="x")
tf.identity(
    tf.cond(x > 0, lambda: tf.cond(x > 1, lambda: v * x, lambda: -v), lambda: v - x), name="z"
)
loop = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v), [0, tf.ones([2])])
tf.identity(loop[1], name="q")
tf.gather(v, [1, 0], name="h")
tf.gather_nd(v, [[1]], name="nd")
s.run(tf.assign(v, [2.0, 3.0]))
out = []
for name in ("z", "q", "h", "nd"):
    d = tf.graph_util.convert_variables_to_constants(s, g.as_graph_def(), [name])
    with tf.Graph().as_default(), tf.Session() as s2:
        (t,) = tf.import_graph_def(d, return_elements=[f"{name}:0"])
        feeds = {"import/x:0": 3.0} if name == "z" else None
        out.append((sorted({n.op for n in d.node} - {"Identity"}), s2.run(t, feeds)))
out
