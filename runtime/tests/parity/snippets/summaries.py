"""Summaries: names, tags, collections and event files."""

# %% names and tags
with tf.name_scope("outer"):
    a = tf.summary.scalar("x", 1.0)
    b = tf.summary.scalar("x", 1.0)
    c = tf.summary.scalar("x", 1.0, family="fam")
    d = tf.summary.histogram("h h", [1.0])
e = tf.summary.scalar("/lead", 1.0)
S = tf.Summary.FromString
[(t.name, S(s.run(t)).value[0].tag) for t in (a, b, c, d, e)]

# %% collections
a = tf.summary.scalar("a", 1.0)
b = tf.summary.scalar("b", 1.0, collections=["mine"])
c = tf.summary.merge([a, b], collections=["merged"], name="m")
d = tf.summary.merge_all()
e = tf.summary.merge_all("mine", name="all")
(
    {k: [t.name for t in tf.get_collection(k)] for k in ("summaries", "mine", "merged")},
    [t.name for t in (c, d, e)],
    tf.summary.merge_all("none"),
    tf.summary.merge_all(scope="zz"),
)

# %% a summary in an exported graph
tf.summary.scalar("a", tf.constant(1.0), family="f")
m = tf.train.export_meta_graph()
with tf.Graph().as_default():
    tf.train.import_meta_graph(m)
    r = tf.Session().run(tf.summary.merge_all())
tf.Summary.FromString(r).value[0].tag

# %% what a FileWriter writes
d = tempfile.mkdtemp() + "/new"
tf.constant(1.0, name="c")
w = tf.summary.FileWriter(d, g, filename_suffix=".end")
w.add_summary(s.run(tf.summary.scalar("a", 2.0)), global_step=np.int64(3))
w.add_session_log(tf.SessionLog(status=tf.SessionLog.START), 1)
w.add_run_metadata(tf.RunMetadata(), "run", 4)
e = ex(lambda: w.add_run_metadata(tf.RunMetadata(), "run", 4))
w.add_event(tf.Event(step=9))
w.close()
(f,) = os.listdir(d)
found = [
    (v.step, v.WhichOneof("what"), v.wall_time > 1e9)
    for v in tf.train.summary_iterator(os.path.join(d, f))
]
(f.startswith("events.out.tfevents."), f.endswith(".end"), found, e, w.get_logdir() == d)

# %% a writer without events, flushed, closed, reopened
d = tempfile.mkdtemp()
w = tf.summary.FileWriter(d)
a = len(os.listdir(d))
w.flush()
w.close()
b = len(os.listdir(d))
w.reopen()
w.add_summary(tf.Summary(value=[tf.Summary.Value(tag="t", simple_value=1.0)]), 5)
w.flush()
(a, b, len(os.listdir(d)))

# %% wrong arguments of a writer
w = tf.summary.FileWriter(tempfile.mkdtemp())
[
    ex(lambda: w.add_graph(g, graph_def=g.as_graph_def())),
    ex(lambda: w.add_graph("x")),
    ex(lambda: w.add_meta_graph("x")),
]

# %% event files that were altered
d = tempfile.mkdtemp()
w = tf.summary.FileWriter(d)
w.add_summary(tf.Summary(value=[tf.Summary.Value(tag="t", simple_value=1.0)]), 5)
w.close()
p = os.path.join(d, os.listdir(d)[0])
good = open(p, "rb").read()
out = []
for bad in (
    good[:5],
    good[:-1],
    good[:-30],
    b"x" + good[1:],
    good[:13] + b"x" + good[14:],
    good[:-1] + b"x",
    b"",
):
    open(p, "wb").write(bad)
    out.append(ex(lambda: [e.WhichOneof("what") for e in tf.train.summary_iterator(p)]))
(out, ex(lambda: list(tf.train.summary_iterator(d + "/none"))).replace(d, "D"))

# %% of variables, families and scopes
S = lambda t: tf.Summary.FromString(s.run(t)).value[0].tag
v = tf.Variable(3.5, name="v")
s.run(v.initializer)
with tf.name_scope("outer"):
    a = tf.summary.scalar("v", v)
    b = tf.summary.scalar("inner", 1.0, family="family")
    c = tf.summary.histogram("inner", [1.0, 2.0], family="family")
    d = tf.summary.scalar("my name/with $$$ illegal", tf.constant(2.0), family="a/b c")
with tf.name_scope("outer"):
    e = tf.summary.scalar("v", v)
    with tf.variable_scope("deep"):
        f = tf.summary.scalar("x", 1)
both = tf.summary.merge([a, b])
(
    [(t.name, t.op.type, S(t), t.shape, t.dtype) for t in (a, b, c, d, e, f)],
    [t.name for t in tf.get_collection(tf.GraphKeys.SUMMARIES, scope="outer_1")],
    tf.summary.merge_all(scope="outer_1").op.inputs[0].name,
    [i.tag for i in tf.Summary.FromString(s.run(both)).value],
    ex(lambda: tf.summary.merge([])),
    ex(lambda: s.run(tf.summary.merge([a, a]))),
    ex(lambda: s.run(tf.summary.merge(["x"]))),
    ex(lambda: tf.summary.scalar("s", [1.0, 2.0]).name),
    ex(lambda: s.run(tf.summary.scalar("s", [1.0, 2.0]))),
    ex(lambda: tf.summary.scalar("t", "text")),
    ex(lambda: tf.summary.scalar("", 1.0).name),
    ex(lambda: tf.summary.scalar(None, 1.0).name),
)

# %% histograms of all kinds of numbers
S = lambda t: str(tf.Summary.FromString(s.run(t)))
kinds = (tf.int8, tf.uint8, tf.int16, tf.int32, tf.int64, tf.float16, tf.float32, tf.float64)
values = [S(tf.summary.histogram("h", tf.cast([0, 1, 100], kind))) for kind in kinds]
(values, S(tf.summary.histogram("e", tf.zeros([0]))), ex(lambda: tf.summary.histogram("b", [True])))

# %% FileWriter where no directory can be
d = tempfile.mkdtemp()
open(d + "/f", "w").close()
sub = lambda o: re.sub(re.escape(d), "D", o)
[sub(ex(lambda: tf.summary.FileWriter(p))) for p in ("/proc/x/y", d + "/f", d + "/f/g")]
