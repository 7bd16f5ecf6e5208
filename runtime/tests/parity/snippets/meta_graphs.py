"""MetaGraphDef: what it holds, and what a graph has after reading it."""

# %% what a MetaGraphDef says of variables and collections
v = tf.Variable([1.0, 2.0, 3.0], name="v")
y = tf.multiply(P(tf.float32, [None, 3], name="x"), v, name="y")
tf.add_to_collection("nodes", y)
tf.add_to_collection("nodes", v.op)
tf.add_to_collection("numbers", 3)
tf.add_to_collection("floats", 3.5)
tf.add_to_collection("texts", "abc")
tf.add_to_collection("texts", b"def")
tf.add_to_collection(("a", "b"), 1)
g.get_collection_ref("empty")
m = tf.train.export_meta_graph()
{k: str(m.collection_def[k]) for k in sorted(m.collection_def)}

# %% what cannot be written is left out with a warning
tf.add_to_collection("flags", True)
tf.add_to_collection("objects", object())
tf.add_to_collection("mixed", 1)
tf.add_to_collection("mixed", "x")
tf.add_to_collection("none", None)
with logs() as o:
    m = tf.train.export_meta_graph()
(sorted(m.collection_def), o)

# %% static shapes are written for each node
x = P(tf.float32, [None, 3], name="x")
y = tf.square(x, name="y")
y.set_shape([4, 3])
m = tf.train.export_meta_graph()
[str(n.attr["_output_shapes"]) for n in m.graph_def.node if n.name in ("x", "y", "keep")]

# %% and read again, without leaving the attribute behind
y = tf.square(P(tf.float32, [None, 3], name="x"), name="y")
y.set_shape([4, 3])
m = tf.train.export_meta_graph()
with tf.Graph().as_default() as h:
    tf.train.import_meta_graph(m)
t = h.get_tensor_by_name("y:0")
(t.shape, sorted(t.op.node_def.attr))

# %% what a graph has after reading one
v = tf.Variable([1.0, 2.0, 3.0], name="v")
y = tf.multiply(P(tf.float32, [None, 3], name="x"), v, name="y")
tf.add_to_collection("nodes", y)
tf.add_to_collection("numbers", 3)
tf.add_to_collection("texts", "abc")
m = tf.train.export_meta_graph()
with tf.Graph().as_default() as h:
    saver = tf.train.import_meta_graph(m)
    out = {k: [repr(i) for i in h.get_collection(k)] for k in h.get_all_collection_keys()}
    same = tf.global_variables()[0] is tf.trainable_variables()[0]
(type(saver).__name__, out, same)

# %% below a name scope, twice
v = tf.Variable([1.0, 2.0, 3.0], name="v")
tf.add_to_collection("nodes", v.op)
tf.add_to_collection("numbers", 3)
tf.add_to_collection("texts", "abc")
m = tf.train.export_meta_graph()
with tf.Graph().as_default() as h:
    tf.train.import_meta_graph(m, import_scope="q")
    tf.train.import_meta_graph(m, import_scope="q")
    out = {k: [repr(i) for i in h.get_collection(k)] for k in h.get_all_collection_keys()}
out

# %% inside a name scope
v = tf.Variable([1.0, 2.0, 3.0], name="v")
m = tf.train.export_meta_graph()
with tf.Graph().as_default() as h, tf.name_scope("outer"):
    tf.train.import_meta_graph(m)
    out = [v.name for v in tf.global_variables()]
out

# %% an imported variable works
v = tf.Variable([1.0, 2.0, 3.0], name="v")
tf.assign(v, v * 2.0, name="double")
m = tf.train.export_meta_graph()
with tf.Graph().as_default() as h:
    tf.train.import_meta_graph(m)
    w = tf.global_variables()[0]
    s2 = tf.Session()
    s2.run(tf.global_variables_initializer())
    s2.run("double")
    out = s2.run(w + 1.0)
(out, w.trainable, w.initial_value.name, w.shape)

# %% a graph without variables: import_meta_graph returns None
tf.constant(1.0)
m = tf.train.export_meta_graph()
with tf.Graph().as_default():
    r = tf.train.import_meta_graph(m)
r

# %% export of a name scope: names, unbound inputs
x = P(tf.float32, [3], name="x")
with tf.name_scope("s"):
    c = tf.constant(1.0, name="c")
    with tf.control_dependencies([x]):
        y = tf.add(x, c, name="y")
    with g.colocate_with(c):
        tf.negative(c, name="n")
tf.add_to_collection("t", y)
tf.add_to_collection("t", x)
m = tf.train.export_meta_graph(export_scope="s")
(
    [(n.name, list(n.input), str(n.attr["_class"])) for n in m.graph_def.node],
    {k: str(m.collection_def[k]) for k in sorted(m.collection_def)},
    g.get_collection("unbound_inputs"),
)

# %% import with unbound inputs left open
x = P(tf.float32, [3], name="x")
with tf.name_scope("s"):
    tf.add(x, 1.0, name="y")
m = tf.train.export_meta_graph(export_scope="s")
with tf.Graph().as_default():
    a = ex(lambda: tf.train.import_meta_graph(m))
    b = ex(lambda: tf.train.import_meta_graph(m, input_map={"x": tf.constant(1)}))
(a, b)

# %% import with unbound inputs given
x = P(tf.float32, [3], name="x")
with tf.name_scope("s"):
    tf.add(x, 1.0, name="y")
m = tf.train.export_meta_graph(export_scope="s")
with tf.Graph().as_default() as h:
    tf.train.import_meta_graph(m, input_map={"$unbound_inputs_x": tf.zeros([3])})
    out = tf.Session().run("y:0")
(out, h.get_all_collection_keys())

# %% variables of an exported scope
with tf.variable_scope("s"):
    tf.get_variable("w", [2], initializer=tf.zeros_initializer())
tf.Variable(1.0, name="other")
m = tf.train.export_meta_graph(export_scope="s")
with tf.Graph().as_default():
    tf.train.import_meta_graph(m, import_scope="new")
    out = [v.name for v in tf.global_variables()]
out

# %% clear_devices on export and on import
with tf.device("/cpu:0"):
    tf.constant(1.0, name="c")
a = [n.device for n in tf.train.export_meta_graph(clear_devices=True).graph_def.node]
m = tf.train.export_meta_graph()
b = [n.device for n in m.graph_def.node]
with tf.Graph().as_default() as h:
    tf.train.import_meta_graph(m, clear_devices=True)
(a, b, h.get_operation_by_name("c").device)

# %% collection_list
tf.add_to_collection("a", 1)
tf.add_to_collection("b", 2)
sorted(tf.train.export_meta_graph(collection_list=["a", "none"]).collection_def)

# %% meta_info_def, saver_def and version are carried
m = tf.train.export_meta_graph()
i = type(m.meta_info_def)(meta_graph_version="mine", tags=["t"])
m = tf.train.export_meta_graph(meta_info_def=i, saver_def=type(m.saver_def)(max_to_keep=3))
(
    m.meta_info_def.meta_graph_version,
    list(m.meta_info_def.tags),
    m.meta_info_def.tensorflow_version,
    m.saver_def.max_to_keep,
)

# %% the ops that the graph uses
tf.add(tf.constant(1.0), 2.0)
[
    (o.name, [a.name for a in o.input_arg])
    for o in (tf.train.export_meta_graph().meta_info_def.stripped_op_list.op)
]

# %% strip_default_attrs
P(tf.float32, name="x")
tf.matmul([[1.0]], [[1.0]], name="m")
m = tf.train.export_meta_graph(strip_default_attrs=True)
(
    [sorted(n.attr) for n in m.graph_def.node if n.name in ("x", "m")],
    m.meta_info_def.stripped_default_attrs,
)

# %% arguments of wrong types
[
    ex(lambda: tf.train.export_meta_graph(graph_def=3)),
    ex(lambda: tf.train.export_meta_graph(meta_info_def=3)),
    ex(lambda: tf.train.export_meta_graph(saver_def=3)),
    ex(lambda: tf.train.import_meta_graph(3)),
]

# %% files: there is none
tf.train.import_meta_graph("/none/such.meta")

# %% files: neither binary nor text
p = os.path.join(tempfile.mkdtemp(), "bad")
open(p, "w").write("hello {")
ex(lambda: tf.train.import_meta_graph(p)).replace(p, "P")

# %% files: bytes that are nothing
p = os.path.join(tempfile.mkdtemp(), "bad")
open(p, "wb").write(b"\xff\xfe\x00")
tf.train.import_meta_graph(p)

# %% files: binary and text, read again
tf.constant(1.0, name="c")
d = tempfile.mkdtemp()
out = []
for as_text in (False, True):
    p = os.path.join(d, f"sub{as_text}", "m")
    tf.train.export_meta_graph(p, as_text=as_text)
    with tf.Graph().as_default() as h:
        tf.train.import_meta_graph(p)
    out.append([o.name for o in h.get_operations()])
(out, open(p).read()[:20])

# %% write_graph
tf.constant(1.0, name="c")
d = tempfile.mkdtemp()
p = tf.train.write_graph(g, d, "g.pbtxt")
q = tf.io.write_graph(g.as_graph_def(), d, "g.pb", as_text=False)
(
    os.path.relpath(p, d),
    open(p).read(20),
    os.path.relpath(q, d),
    tf.GraphDef.FromString(open(q, "rb").read()) == g.as_graph_def(),
)

# %% clear_extraneous_savers keeps one saver
v = tf.Variable(1.0, name="v")
a, b = tf.train.Saver(name="one"), tf.train.Saver(name="two")
m = a.export_meta_graph(clear_extraneous_savers=True)
sorted({n.name.split("/")[0] for n in m.graph_def.node})
