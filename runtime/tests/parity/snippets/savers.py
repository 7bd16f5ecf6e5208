"""Savers in detail: what TensorFlow's own tests of them look at."""

# %% build that is deferred
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v0")
s = tf.train.Saver(defer_build=True)
a = ex(lambda: s.save(tf.Session(), d + "/m"))
s.build()
s.build()
(
    a,
    ex(lambda: tf.train.Saver([v], defer_build=True)),
    [o.name for o in g.get_operations() if o.name.startswith("save")],
)

# %% a deferred build saves what there is then
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
s = tf.train.Saver(defer_build=True)
V(2.0, name="w")
s.build()
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    p = s.save(q, d + "/m")
    r = tf.train.list_variables(p)
r

# %% reshape of a reference variable
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(np.arange(6.0).astype("f").reshape(2, 3), name="v")
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    p = tf.train.Saver([v]).save(q, d + "/m")
with tf.Graph().as_default(), tf.Session() as q:
    v = V(np.zeros((3, 2), "f"), name="v")
    a = ex(lambda: tf.train.Saver([v]).restore(q, p))
    tf.train.Saver([v], reshape=True).restore(q, p)
    r = (a, q.run(v).tolist())
r

# %% reshape of a resource variable
d = tempfile.mkdtemp()
v = tf.Variable(np.arange(6.0).astype("f").reshape(2, 3), name="v", use_resource=True)
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    p = tf.train.Saver([v]).save(q, d + "/m")
with tf.Graph().as_default(), tf.Session() as q:
    v = tf.Variable(np.zeros((3, 2), "f"), name="v", use_resource=True)
    a = ex(lambda: tf.train.Saver([v]).restore(q, p))
    tf.train.Saver([v], reshape=True).restore(q, p)
    r = (a, q.run(v).tolist())
r

# %% var_list that is wrong
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v0 = V([10.0], name="v0")
v1 = V([20.0], name="v1")
v2 = V([20.0], name="v2")
v2._set_save_slice_info(type("I", (), {"full_name": "v1", "spec": ""})()) if False else None
[
    ex(lambda: tf.train.Saver([v0, v1, v0])),
    ex(lambda: tf.train.Saver({"vee1": v1, "other": [v2]})),
    ex(lambda: tf.train.Saver({"a": v0, "b": v0})),
    ex(lambda: tf.train.Saver({1: v0})),
    ex(lambda: tf.train.Saver(v0)),
    ex(lambda: tf.train.Saver({"a": 3.0})),
    ex(lambda: tf.train.Saver([[v0], (v1,)]).saver_def.save_tensor_name),
]

# %% global_step as number, tensor and name, padded
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
gs = tf.train.create_global_step()
tf.identity(gs, name="now")
o = []
for kw in ({}, {"pad_step_number": True}):
    s = tf.train.Saver(max_to_keep=2, **kw)
    with tf.Session() as q:
        q.run(tf.global_variables_initializer())
        q.run(gs.assign(12))
        o += [
            s.save(q, d + "/m", global_step=g) for g in (1, np.int64(2), gs, "now:0", 123456789012)
        ]
        o += [s.last_checkpoints]
o

# %% paths that are wrong
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
s = tf.train.Saver()
with tf.Session() as q:
    q.run(v.initializer)
    r = [
        ex(lambda: s.restore(q, "invalid path")),
        ex(lambda: s.save(q, d + "/nodir/x/m")),
        ex(lambda: s.save(q, d + "/sub/m")),
        ex(lambda: s.save(q, "none_dir/m2x/z")),
        ex(lambda: s.save(q, d + "/m", latest_filename="a/b")),
        ex(lambda: s.save(q, d + "/checkpoint")),
        ex(lambda: s.save(q, d + "/foo", latest_filename="foo")),
        ex(lambda: s.save(None, d + "/q")),
        ex(lambda: s.save(q, b"%s/bytes" % d.encode())),
        ex(lambda: s.restore(q, (d + "/bytes").encode())),
        ex(lambda: s.save(tf.train.MonitoredSession(), d + "/mm")),
    ]
r

# %% allow_empty
d = tempfile.mkdtemp()
s = tf.train.Saver(allow_empty=True)
tf.constant(1)
with tf.Session() as q:
    r = (
        s.save(q, d + "/m"),
        s.restore(q, "nope"),
        sorted(os.listdir(d)),
        s.saver_def,
        s.as_saver_def(),
    )
r

# %% max_to_keep and the list of checkpoints
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
o = []
s = tf.train.Saver(max_to_keep=2)
with tf.Session() as q:
    q.run(v.initializer)
    for n in "s1 s2 s3 s2".split():
        s.save(q, d + "/" + n)
        o.append(
            (
                [os.path.basename(p) for p in s.last_checkpoints],
                sorted(os.listdir(d)),
                [
                    os.path.basename(p)
                    for p in tf.train.get_checkpoint_state(d).all_model_checkpoint_paths
                ],
            )
        )
    s2 = tf.train.Saver(saver_def=s.as_saver_def())
    s2.set_last_checkpoints(s.last_checkpoints)
    s2.save(q, d + "/s9")
    o.append([os.path.basename(p) for p in s2.last_checkpoints])
    s3 = tf.train.Saver(saver_def=s.as_saver_def())
    s3.set_last_checkpoints_with_time(s._last_checkpoints)
    o.append(len(s3.last_checkpoints))
    o.append(ex(lambda: s3.set_last_checkpoints("x")))
    s4 = tf.train.Saver()
    s4.recover_last_checkpoints([d + "/s2", d + "/none", d + "/s9"])
    o.append([os.path.basename(p) for p in s4.last_checkpoints])
    for k in (None, 0):
        s5 = tf.train.Saver(max_to_keep=k)
        s5.save(q, d + "/k1")
        s5.save(q, d + "/k2")
        o.append(
            (
                s5.last_checkpoints,
                s5.saver_def.max_to_keep,
                len(tf.train.get_checkpoint_state(d).all_model_checkpoint_paths),
            )
        )
o

# %% write_meta_graph, write_state, suffix, latest_filename
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
s = tf.train.Saver()
with tf.Session() as q:
    q.run(v.initializer)
    s.save(q, d + "/m", write_meta_graph=False, write_state=False)
    s.save(q, d + "/n", meta_graph_suffix="mm", latest_filename="latest")
(
    sorted(os.listdir(d)),
    tf.train.latest_checkpoint(d),
    tf.train.latest_checkpoint(d, latest_filename="latest"),
    s.last_checkpoints,
)

# %% to_proto and from_proto with scopes
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
with tf.name_scope("a"):
    v = V(1.0, name="v")
s = tf.train.Saver([v], name="a/sv")
p = s.to_proto()
q = s.to_proto("a")
r = s.to_proto("zz")
t = tf.train.Saver.from_proto(q, import_scope="a")
(
    str(p),
    str(q),
    r,
    str(t.saver_def),
    ex(lambda: tf.train.Saver(saver_def=tf.train.SaverDef()))
    if hasattr(tf.train, "SaverDef")
    else None,
)

# %% several savers in a collection
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
w = V(2.0, name="w")
a = tf.train.Saver({"v": v}, name="one")
b = tf.train.Saver({"w": w}, name="two")
tf.add_to_collection("savers", a)
tf.add_to_collection("savers", b)
m = tf.train.export_meta_graph()
with tf.Graph().as_default() as g:
    s = tf.train.import_meta_graph(m)
    x = tf.get_collection("savers")
    m2 = tf.train.export_meta_graph()
    r = (
        type(s).__name__,
        [type(i).__name__ for i in x],
        [i.saver_def.save_tensor_name for i in x],
        m == m2,
    )
r

# %% export and import of a scope with its saver
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
with tf.name_scope("h1"):
    v = V([1.0, 2.0], name="v")
    s = tf.train.Saver([v], name="save2")
with tf.Session() as q:
    q.run(v.initializer)
    p = s.save(q, d + "/m", write_state=False)
m = s.export_meta_graph(export_scope="h1")
with tf.Graph().as_default(), tf.Session() as q:
    t = tf.train.import_meta_graph(m, import_scope="nh")
    r = (
        [x.name for x in tf.global_variables()],
        str(t.saver_def),
        ex(
            lambda: (
                tf.train.Saver({"h1/v": tf.global_variables()[0]}).restore(q, p),
                q.run("nh/v:0").tolist(),
            )
        ),
    )
r

# %% sharded over two devices: nodes, files, names
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as q:
    with tf.device("/cpu:0"):
        v0 = V(10, name="v0")
    with tf.device("/cpu:1"):
        v1 = V(20, name="v1")
    s = tf.train.Saver({"v0": v0, "v1": v1}, sharded=True)
    q.run(tf.global_variables_initializer())
    p = s.save(q, d + "/m")
    a = sorted(os.listdir(d))
    q.run([v0.assign(0), v1.assign(0)])
    s.restore(q, p)
    n = [(o.name, o.type, o.device) for o in g.get_operations() if o.name.startswith("save")]
    r = (
        p,
        a,
        q.run([v0, v1]),
        n,
        str(s.as_saver_def()),
        tf.train.latest_checkpoint(d),
        ex(lambda: s.save(q, d + "/checkpoint")),
    )
r

# %% the nodes that a Saver adds
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
r = tf.Variable([2.0], name="r", use_resource=True)
s = tf.train.Saver()
[
    (
        o.name,
        o.type,
        [i.name for i in o.inputs],
        [c.name for c in o.control_inputs],
        o.device,
        o.get_attr("_class") if o.type == "Assign" else 0,
    )
    for o in g.get_operations()
    if o.name.startswith("save")
]

# %% dtypes
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
for i, t in enumerate([tf.bool, tf.int8, tf.uint16, tf.float16, tf.complex64, tf.string, tf.int64]):
    val = {"bool": [True], "string": [b"a\x00b", b""], "complex64": [1 + 2j]}.get(t.name, [3])
    V(tf.constant(val, t), name="v%d" % i)
s = tf.train.Saver()
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    p = s.save(q, d + "/m")
rd = tf.train.load_checkpoint(p)
with tf.Session() as q:
    s.restore(q, p)
    r = (
        [x.tolist() for x in q.run(tf.global_variables())],
        rd.get_variable_to_dtype_map()["v4"],
        rd.debug_string(),
        [np.asarray(rd.get_tensor("v%d" % i)).tolist() for i in range(7)],
    )
r

# %% CheckpointState: written, read, completed, removed
d = tempfile.mkdtemp()
T = tf.train
o = []
o.append(str(T.generate_checkpoint_state_proto(d, d + "/a", [d + "/b", d + "/a"])))
o.append(str(T.generate_checkpoint_state_proto("rel", "rel/a", ["rel/b", "rel/a"])))
o.append(str(T.generate_checkpoint_state_proto(d, d + "/a")))
o.append(ex(lambda: T.generate_checkpoint_state_proto(d, d + "/a", [d + "/b", d + "/a"], [1.0])))
T.update_checkpoint_state(
    d,
    d + "/a",
    [d + "/b", d + "/a"],
    all_model_checkpoint_timestamps=[1.0, 2.0],
    last_preserved_timestamp=3.0,
)
o.append(open(d + "/checkpoint").read())
o.append(str(T.get_checkpoint_state(d)))
o.append(ex(lambda: T.update_checkpoint_state(d, d + "/checkpoint")))
open(d + "/checkpoint", "w").write("")
o.append(ex(lambda: T.get_checkpoint_state(d)))
open(d + "/checkpoint", "w").write(
    'model_checkpoint_path: "./model.ckpt-687529"\nall_model_checkpoint_paths: "./model.ckpt-687500"\n'
)
o.append(str(T.get_checkpoint_state(d)))
open(d + "/checkpoint", "w").write("nonsense {")
o.append(ex(lambda: T.get_checkpoint_state(d)))
o.append(T.latest_checkpoint(d))
o.append(T.get_checkpoint_mtimes([d + "/x"]))
open(d + "/x.index", "w").write("")
open(d + "/x.data-00000-of-00002", "w")
open(d + "/x.meta", "w")
o.append(
    (
        len(T.get_checkpoint_mtimes([d + "/x", d + "/y"])),
        T.checkpoint_exists(d + "/x"),
        T.checkpoint_exists(d + "/y"),
    )
)
T.remove_checkpoint(d + "/x")
o.append(sorted(os.listdir(d)))
o

# %% relative paths
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
os.chdir(d)
os.mkdir("t")
v = V(1.0, name="v")
s = tf.train.Saver()
with tf.Session() as q:
    q.run(v.initializer)
    a = s.save(q, "t/m")
    b = open("t/checkpoint").read()
    c = s.save(q, "m")
    e = open("checkpoint").read()
    f = s.save(q, "./x")
    s2 = tf.train.Saver(save_relative_paths=True)
    g = s2.save(q, d + "/t/rel", global_step=1)
    s2.save(q, d + "/t/rel", global_step=2)
    h = open("t/checkpoint").read()
    r = (a, b, tf.train.latest_checkpoint("t"), c, e, f, tf.train.latest_checkpoint("."), g, h)
r

# %% filename
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
s = tf.train.Saver(filename=d + "/other")
with tf.Session() as q:
    r = q.run(s.saver_def.filename_tensor_name)
r

# %% strip_default_attrs
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(tf.complex(1.0, 2.0), name="v")
s = tf.train.Saver()
with tf.Session() as q:
    q.run(v.initializer)
    s.save(q, d + "/m", strip_default_attrs=True)
m = tf.MetaGraphDef.FromString(open(d + "/m.meta", "rb").read())
(
    [
        sorted(n.attr)
        for n in m.graph_def.node
        if n.op in ("Complex", "SaveV2", "RestoreV2", "VariableV2", "Assign")
    ],
    m.meta_info_def.stripped_default_attrs,
    sorted((o.name for o in m.meta_info_def.stripped_op_list.op)),
)

# %% a MetaGraphDef as text
import functools

V = functools.partial(tf.Variable, use_resource=False)
d = tempfile.mkdtemp()
v = V(1.0, name="v")
s = tf.train.Saver()
f = d + "/x.pbtxt"
s.export_meta_graph(f, as_text=True)
with tf.Graph().as_default():
    t = tf.train.import_meta_graph(f)
    r = (str(t.saver_def), [x.name for x in tf.global_variables()])
r

# %% a variable with a caching device
d = tempfile.mkdtemp()
v = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True, caching_device="/cpu:0")
s = tf.train.Saver([v])
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    p = s.save(q, d + "/m")
    q.run(v.assign([5.0, 5.0]))
    s.restore(q, p)
    r = (
        q.run(v).tolist(),
        [(o.name, o.type) for o in g.get_operations() if "save" in o.name or "Read" in o.name],
    )
r

# %% tensors that read a variable
d = tempfile.mkdtemp()
v = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
(
    ex(lambda: tf.train.Saver({"x": v._graph_element}).saver_def.save_tensor_name),
    ex(lambda: tf.train.Saver([v.value()]).saver_def.restore_op_name),
    ex(lambda: tf.train.Saver([v.read_value()])),
)

# %% inside a name scope
d = tempfile.mkdtemp()
with tf.name_scope("outer"):
    v = tf.Variable(1.0, name="v", use_resource=False)
    s = tf.train.Saver()
    t = tf.train.Saver(name="mine")
(str(s.saver_def), str(t.saver_def))

# %% collection_list
d = tempfile.mkdtemp()
v = tf.Variable(1.0, name="v", use_resource=False)
s = tf.train.Saver()
tf.add_to_collection("savers", s)
tf.add_to_collection("x", 3)
m = s.export_meta_graph(d + "/f", collection_list=["x"])
(sorted(m.collection_def), sorted(s.export_meta_graph().collection_def))

# %% import_meta_graph with input_map
d = tempfile.mkdtemp()
x = tf.placeholder(tf.float32, name="x")
v = tf.Variable(2.0, name="v", use_resource=False)
tf.multiply(x, v, name="y")
s = tf.train.Saver()
with tf.Session() as q:
    q.run(v.initializer)
    p = s.save(q, d + "/m")
with tf.Graph().as_default(), tf.Session() as q:
    c = tf.constant(10.0)
    t = tf.train.import_meta_graph(p + ".meta", input_map={"x:0": c})
    t.restore(q, p)
    r = (
        q.run("y:0"),
        ex(lambda: tf.train.import_meta_graph(p + ".meta", nope=1)),
        ex(lambda: t.save(q, d + "/again")),
    )
r

# %% imported twice
d = tempfile.mkdtemp()
v = tf.Variable(2.0, name="v", use_resource=False)
s = tf.train.Saver()
with tf.Session() as q:
    q.run(v.initializer)
    p = s.save(q, d + "/m")
with tf.Graph().as_default(), tf.Session() as q:
    a = tf.train.import_meta_graph(p + ".meta")
    b = tf.train.import_meta_graph(p + ".meta")
    a.restore(q, p)
    r = (
        str(b.saver_def),
        ex(lambda: b.restore(q, p)),
        [x.name for x in tf.global_variables()],
        ex(lambda: [float(i) for i in q.run(tf.global_variables())]),
    )
r

# %% moving averages by the names of their variables
d = tempfile.mkdtemp()
v = tf.Variable(2.0, name="v", use_resource=False)
e = tf.train.ExponentialMovingAverage(0.5)
op = e.apply([v])
s = tf.train.Saver(e.variables_to_restore()) if hasattr(e, "variables_to_restore") else None
(sorted((n for n in e.variables_to_restore())), str(s.saver_def)[:40])

# %% restore of some variables
d = tempfile.mkdtemp()
a = tf.Variable(1.0, name="a", use_resource=False)
b = tf.Variable(2.0, name="b", use_resource=False)
s = tf.train.Saver([a])
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    p = s.save(q, d + "/m")
with tf.Session() as q:
    s.restore(q, p)
    r = (q.run(a), q.run(tf.report_uninitialized_variables()).tolist(), ex(lambda: q.run(b)))
r

# %% in a finalized graph
d = tempfile.mkdtemp()
a = tf.Variable(1.0, name="a", use_resource=False)
i = a.initializer
g.finalize()
ex(lambda: tf.train.Saver())

# %% a variable of unknown shape
d = tempfile.mkdtemp()
x = tf.placeholder(tf.float32)
a = tf.Variable(x, name="a", validate_shape=False, use_resource=False)
s = tf.train.Saver()
with tf.Session() as q:
    q.run(a.initializer, {x: [1.0, 2.0]})
    p = s.save(q, d + "/m")
    q.run(a.initializer, {x: [[3.0]]})
    s.restore(q, p)
    r = q.run(a).tolist()
r

# %% one path, saved twice
d = tempfile.mkdtemp()
a = tf.Variable(1.0, name="a", use_resource=False)
s = tf.train.Saver()
with tf.Session() as q:
    q.run(a.initializer)
    s.save(q, d + "/m")
    q.run(a.assign(2.0))
    s.save(q, d + "/m")
    n = sorted(os.listdir(d))
    q.run(a.assign(9.0))
    s.restore(q, d + "/m")
    r = (q.run(a), n, s.last_checkpoints, open(d + "/checkpoint").read())
r

# %% readers of a directory
d = tempfile.mkdtemp()
a = tf.Variable([1.0, 2], name="a", use_resource=False)
s = tf.train.Saver()
with tf.Session() as q:
    q.run(a.initializer)
    p = s.save(q, d + "/m", global_step=3)
(
    tf.train.load_variable(d, "a").tolist(),
    tf.train.load_variable(d, "a:0").tolist(),
    tf.train.list_variables(d),
    ex(lambda: tf.train.load_variable(d, "zz")),
    ex(lambda: tf.train.load_checkpoint(d + "/zz")),
    ex(lambda: tf.train.list_variables(tempfile.mkdtemp()))[0],
    type(tf.train.NewCheckpointReader(p).get_tensor("a")).__name__,
)

# %% the format V1: files, warnings, restored by either
d = tempfile.mkdtemp()
a = tf.Variable([1.0, 2.0], name="a", use_resource=False)
b = tf.Variable(["x", "yz"], name="b", use_resource=True)
c = tf.Variable([[True], [False]], name="c")
s = tf.train.Saver(write_version=tf.train.SaverDef.V1, max_to_keep=1)
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    with logs() as o:
        s.save(q, d + "/m", global_step=1)
    p = s.save(q, d + "/m", global_step=2)
    n = sorted(os.listdir(d))
    q.run([a.assign([0.0, 0.0]), b.assign(["", ""])])
    tf.train.Saver(write_version=2).restore(q, p)
    r = tf.train.NewCheckpointReader(p)
    r = (
        [x.tolist() for x in q.run([a, b, c])],
        o,
        n,
        str(s.saver_def),
        open(d + "/checkpoint").read(),
        tf.train.latest_checkpoint(d) == p,
        tf.train.list_variables(d),
        sorted(r.debug_string().splitlines()),
        r.get_variable_to_dtype_map(),
        (r.has_tensor("a"), r.has_tensor("z")),
        tf.train.checkpoint_exists(p),
        len(tf.train.get_checkpoint_mtimes([p])),
        [(i.name, i.type) for i in g.get_operations() if i.name.startswith("save/")],
        ex(lambda: tf.train.Saver({"a": c}).restore(q, p)),
        ex(lambda: tf.train.Saver({"z": a}).restore(q, p)),
        ex(lambda: tf.train.Saver({"a": tf.Variable(1.0)}).restore(q, p)),
        ex(lambda: s.save(q, d + "/none/m")),
        ex(lambda: s.save(q, d + "/checkpoint")),
    )
    tf.train.remove_checkpoint(p, tf.train.SaverDef.V1)
(r, sorted(os.listdir(d)))

# %% the format V1: in shards
d = tempfile.mkdtemp()
with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as q:
    with tf.device("/cpu:1"):
        w = tf.get_variable("w", initializer=[[1.0, 2.0], [3.0, 4.0]])
    b = tf.get_variable("b", initializer=[1, 2])
    q.run(tf.global_variables_initializer())
    s = tf.train.Saver(write_version=1, sharded=True, max_to_keep=1)
    s.save(q, d + "/m", global_step=1)
    p = s.save(q, d + "/m", global_step=2)
    n = sorted(os.listdir(d))
    q.run([w.assign(w * 0.0), b.assign([0, 0])])
    s.restore(q, p)
    r = (
        os.path.basename(p),
        n,
        [x.tolist() for x in q.run([w, b])],
        tf.train.list_variables(p),
        tf.train.latest_checkpoint(d) == p,
        tf.train.get_checkpoint_state(d).all_model_checkpoint_paths == [p],
        tf.train.checkpoint_exists(p),
        s.last_checkpoints == [p],
        str(s.saver_def),
        [(i.name, i.type, i.device) for i in g.get_operations() if i.name.startswith("save/")],
    )
with tf.Graph().as_default() as h, tf.Session() as q:
    t = tf.train.import_meta_graph(d + "/m-2.meta")
    r += (ex(lambda: t.restore(q, p)), ex(lambda: q.run("b:0").tolist()))
with tf.Graph().as_default(), tf.Session() as q:
    wrong = tf.get_variable("b", [3], tf.int32)
    r += (ex(lambda: tf.train.Saver([wrong]).restore(q, p)),)
r

# %% variables that are parts of a larger one
d = tempfile.mkdtemp()
a = tf.get_variable("a", initializer=[1.0, 2.0])
b = tf.get_variable("b", initializer=[3.0])
c = tf.get_variable("c", initializer=[9.0])
info = tf.Variable.SaveSliceInfo
a._set_save_slice_info(info("whole", [3], [0], [2]))
b._set_save_slice_info(info("whole", [3], [2], [1]))
c._set_save_slice_info(info("c0", [1], [0], [1]))
t = tf.train.Saver()
with tf.Session() as q:
    q.run(tf.global_variables_initializer())
    p = t.save(q, d + "/m")
    q.run([a.assign([0.0, 0.0]), b.assign([0.0])])
    t.restore(q, p)
    r = (q.run([a, b]), tf.train.list_variables(p), tf.train.load_variable(p, "whole").tolist())
with tf.Graph().as_default():
    tf.train.import_meta_graph(p + ".meta", import_scope="x")
    n = [v._get_save_slice_info() for v in tf.global_variables()]
    r += ([(i.full_name, i.full_shape, i.var_offset, i.var_shape, i.spec) for i in n],)
c._set_save_slice_info(info("a0", [1], [0], [1]))
whole = tf.get_variable("a0", initializer=[4.0])
(
    [np.asarray(i).tolist() for i in r[0]],
    r[1:],
    ex(lambda: tf.train.Saver([c, whole])),
    ex(lambda: tf.train.Saver({"other": [a], "b": [whole]})),
    ex(lambda: tf.train.Saver({"other": [a, b], "c": c}).saver_def.save_tensor_name),
)

# %% restored in order
import functools

V = functools.partial(tf.Variable, use_resource=False)
a, b = V(1.0, name="a"), tf.Variable(2.0, name="b", use_resource=True)
with tf.device("/cpu:0"):
    c = V(3.0, name="c")
tf.train.Saver(restore_sequentially=True)
tf.train.Saver(restore_sequentially=True, sharded=True, name="other")
[
    (o.name, o.type, [c.name for c in o.control_inputs], o.device)
    for o in g.get_operations()
    if "/" in o.name and "Assign" in o.type + "NoOp"
]

# %% what is no path, no step, no name
v = tf.Variable(1.0, name="v", use_resource=False)
d = tempfile.mkdtemp()
t = tf.train.Saver()
s.run(v.initializer)
[
    ex(lambda: t.save(s, 3)),
    ex(lambda: t.restore(s, 3)),
    ex(lambda: t.save(s, d + "/m", global_step=0)),
    ex(lambda: t.save(s, d + "/m", global_step=-1)),
    ex(lambda: t.save(s, d + "/m", global_step="nope:0")),
    ex(lambda: t.save(s, d + "/m", global_step=np.int32(4))),
    ex(lambda: t.save(s, d)),
    ex(lambda: t.restore(s, d)),
    ex(lambda: tf.train.Saver(saver_def=3)),
    ex(lambda: tf.train.Saver(var_list={})),
    ex(lambda: tf.train.Saver(var_list=[])),
    ex(lambda: tf.train.Saver(saver_def=tf.train.SaverDef(save_tensor_name="a"))),
]

# %% several checkpoint directories, a state that names what is gone
d = tempfile.mkdtemp()
v = tf.Variable(1.0, name="v", use_resource=False)
t = tf.train.Saver(max_to_keep=3)
s.run(v.initializer)
for i in range(4):
    p = t.save(s, d + "/m", global_step=i)
u = tf.train.Saver(max_to_keep=2)
state = tf.train.get_checkpoint_state(d)
u.recover_last_checkpoints(state.all_model_checkpoint_paths)
a = [os.path.basename(i) for i in u.last_checkpoints]
u.save(s, d + "/m", global_step=9)
b = sorted(os.listdir(d))
for end in (".index", ".meta"):
    os.remove(d + "/m-9" + end)
with logs() as o:
    c = tf.train.latest_checkpoint(d)
e = tf.train.get_checkpoint_mtimes(state.all_model_checkpoint_paths + [d + "/m-9"])
(a, b, c, [(level, text.replace(d, "D")) for level, text in o], len(e))

# %% a MetaGraphDef without what is not wanted
with tf.device("/cpu:0"):
    v = tf.Variable(1.0, name="v", use_resource=False)
one = tf.train.Saver(name="one")
two = tf.train.Saver(name="two")
tf.add_to_collection("savers", one)
tf.add_to_collection("other", v)
m = tf.train.export_meta_graph(
    clear_devices=True,
    clear_extraneous_savers=True,
    saver_def=two.saver_def,
    collection_list=["savers", "other"],
    strip_default_attrs=True,
)
n = tf.train.export_meta_graph(saver_def=two.saver_def, clear_extraneous_savers=True)
with tf.Graph().as_default() as h:
    t = tf.train.import_meta_graph(n, clear_devices=True, import_scope="x")
    r = ([o.name for o in h.get_operations()], str(t.saver_def), h.get_all_collection_keys())
(
    sorted(m.collection_def),
    [(i.name, i.device, sorted(i.attr)) for i in m.graph_def.node],
    len(n.collection_def["savers"].bytes_list.value) if "savers" in n.collection_def else None,
    r,
)

# %% a directory is no checkpoint
d = tempfile.mkdtemp()
v = tf.Variable(1.0, name="v")
re.sub(re.escape(d), "D", ex(lambda: tf.train.Saver().restore(s, d)))

# %% initializers that read a checkpoint
d = tempfile.mkdtemp()
with tf.Graph().as_default(), tf.Session() as q:
    tf.get_variable("old/w", initializer=[1.0, 2.0])
    tf.get_variable("old/deep/b", initializer=3.0, use_resource=True)
    tf.get_variable("c", initializer=4, use_resource=False)
    q.run(tf.global_variables_initializer())
    p = tf.train.Saver().save(q, d + "/m")
    tf.get_variable("new_only", [])
I = tf.train.init_from_checkpoint
o = []
with tf.variable_scope("new"):
    w = tf.get_variable("w", [2], use_resource=False)
    b = tf.get_variable("deep/b", [], use_resource=True)
c = tf.get_variable("c2", [], tf.int32)
I(d, {"old/": "new/", "c": c})
s.run(tf.global_variables_initializer())
o += [s.run([w, b, c]), w.initializer.op.type, b.initial_value.op.name, c.initial_value.shape]
I(p, [("old/deep/b", "new/deep/b"), ("old/w", w)])
with tf.Graph().as_default(), tf.Session() as q:
    for name, like in (("old/w", [2]), ("old/deep/b", [])):
        tf.get_variable(name, like)
    I(p, {"/": "/"})
    q.run(tf.global_variables_initializer())
    o += [q.run(tf.global_variables()), [n.name for n in tf.get_default_graph().get_operations()]]
    tf.get_variable("x/y", [3])
    o += [
        ex(lambda: I(p, {"old/w": "x/y"})).replace(d, "D"),
        ex(lambda: I(p, {"none": "x/y"})).replace(d, "D").partition("{")[0],
        ex(lambda: I(p, {"old/": "x/"})).replace(d, "D"),
        ex(lambda: I(p, {"/": "/"})).replace(d, "D"),
        ex(lambda: I(p, {"old": "x/"})),
        ex(lambda: I(d + "/none", {"/": "/"})).replace(d, "D"),
        ex(lambda: I(tempfile.mkdtemp(), {"/": "/"})).partition(" directory ")[0],
    ]
o

# %% a state file where nothing can be written, a collection of mixed kinds, unknown arguments
v = tf.Variable(1.0, name="v")
tf.add_to_collection("mixed", "x")
tf.add_to_collection("mixed", 3)
d = tempfile.mkdtemp()
with logs() as o:
    tf.train.export_meta_graph()
a = ex(lambda: tf.train.update_checkpoint_state(d + "/none", "m"))
(a.split(":")[0], a.endswith("; No such file or directory"), o, ex(lambda: tf.train.Saver(nope=1)))

# %% indices that are no tables
v = tf.Variable([2.0, 3.0], name="v")
s.run(v.initializer)
saver = tf.train.Saver()
p = saver.save(s, tempfile.mkdtemp() + "/m")
data = open(p + ".index", "rb").read()
out = []
for changed in (b"", data[:-1], b"\xff" + data[1:]):
    open(p + ".index", "wb").write(changed)
    try:
        saver.restore(s, p)
    except tf.errors.DataLossError as error:
        out.append(error)
out
