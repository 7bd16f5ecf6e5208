"""Timeline, conversion functions, Supervisor, ClusterSpec and DeviceSpec."""

# %% Timeline: chrome trace JSON keys
from tensorflow.python.client import timeline
import json

m = tf.RunMetadata()
x = P(tf.float32, [1, 2])
s.run(
    tf.matmul(x, x, transpose_b=True, name="mm"),
    {x: [[1.0, 2.0]]},
    options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE),
    run_metadata=m,
)
d = json.loads(timeline.Timeline(m.step_stats).generate_chrome_trace_format())
ev = d["traceEvents"]
(
    sorted(d),
    sorted({e["ph"] for e in ev} - {"s", "t"}),  # arrows between threads, where there are several
    sorted([e for e in ev if e["ph"] == "X"][0]),
    [e["args"]["name"] for e in ev if e["ph"] == "M"][:1],
)

# %% Timeline: one X event per op, args carry name and op
from tensorflow.python.client import timeline
import json

m = tf.RunMetadata()
x = P(tf.float32, [1, 2])
s.run(
    tf.square(x, name="sq"),
    {x: [[1.0, 2.0]]},
    options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE),
    run_metadata=m,
)
[
    {k: v for k, v in e.items() if k not in ("ts", "dur", "pid", "tid")}
    for e in json.loads(
        timeline.Timeline(m.step_stats).generate_chrome_trace_format(show_memory=False)
    )["traceEvents"]
    if e["ph"] == "X" and "sq" in str(e["args"])
]

# %% register_session_run_conversion_functions: fetch and feed of a user class
from tensorflow.python.client import session as S


class Sq:
    def __init__(self, t):
        self.t = t


S.register_session_run_conversion_functions(
    Sq, lambda x: ([x.t], lambda v: v[0] * v[0]), lambda f, v: [(f.t, v)], lambda f: [f.t]
)
x = P(tf.float32)
q = Sq(x)
s.run(q, {q: 3.0})

# %% registering the same class twice
from tensorflow.python.client import session as S


class Sq2:
    pass


S.register_session_run_conversion_functions(Sq2, lambda x: ([], None))
S.register_session_run_conversion_functions(Sq2, lambda x: ([], None))

# %% Supervisor: managed_session initialises, finalizes the graph, stops at exit
v = tf.Variable(3.0)
sv = tf.train.Supervisor(logdir=None)
with sv.managed_session() as q:
    r = (q.run(v), g.finalized, sv.should_stop())
(r, sv.should_stop())

# %% Supervisor without variables
sv = tf.train.Supervisor(logdir=None)
with sv.managed_session() as q:
    r = q.run(g.get_operation_by_name("keep"))
r

# %% exception in managed_session body is re-raised
tf.Variable(3.0)
sv = tf.train.Supervisor(logdir=None)
with sv.managed_session() as q:
    raise ValueError("body")

# %% OutOfRangeError in managed_session body ends quietly
tf.Variable(3.0)
sv = tf.train.Supervisor(logdir=None)
with sv.managed_session() as q:
    raise tf.errors.OutOfRangeError(None, None, "x")

# %% Supervisor: init_op given but incomplete
a = tf.Variable(1.0, name="a")
b = tf.Variable(1.0, name="b")
sv = tf.train.Supervisor(logdir=None, init_op=a.initializer)
sv.prepare_or_wait_for_session()

# %% Supervisor non-chief needs a shared master: waits
v = tf.Variable(1.0)
sv = tf.train.Supervisor(is_chief=False, recovery_wait_secs=1)
ex(lambda: sv.prepare_or_wait_for_session("", max_wait_secs=1))

# %% Supervisor.loop
v = tf.Variable(0)
n = []
sv = tf.train.Supervisor(logdir=None)


def f():
    n.append(1)
    if len(n) == 3:
        sv.request_stop()


with sv.managed_session() as q:
    t = sv.loop(0, f)
    t.join(5)
len(n)

# %% Supervisor summary_computed without summary writer
tf.Variable(1.0)
sv = tf.train.Supervisor(logdir=None, summary_op=None)
with sv.managed_session() as q:
    sv.summary_computed(q, b"")

# %% Supervisor start_standard_services without logdir
tf.Variable(1.0)
sv = tf.train.Supervisor(logdir=None)
with logs() as o:
    with sv.managed_session() as q:
        pass
[m for l, m in o if "logdir" in m or "Standard services" in m]

# %% ClusterSpec forms
c = tf.train.ClusterSpec({"ps": ["a:1", "b:2"], "worker": {7: "c:3"}})
(
    c.jobs,
    c.num_tasks("ps"),
    c.task_indices("worker"),
    c.task_address("worker", 7),
    c.as_dict(),
    c.job_tasks("ps"),
)

# %% ClusterSpec equality and truth
C = tf.train.ClusterSpec
(C({"a": ["x:1"]}) == C({"a": ["x:1"]}), bool(C({})), C({"a": ["x:1"]}) != C({"a": ["x:2"]}))

# %% ClusterSpec wrong type
tf.train.ClusterSpec(3)

# %% ClusterSpec unknown job
tf.train.ClusterSpec({"a": ["x:1"]}).num_tasks("b")

# %% ClusterSpec unknown task
tf.train.ClusterSpec({"a": ["x:1"]}).task_address("a", 5)

# %% ClusterSpec.job_tasks unknown job
tf.train.ClusterSpec({"a": ["x:1"]}).job_tasks("b")

# %% DeviceSpec
D = tf.DeviceSpec
d = D.from_string("/job:w/replica:1/task:2/cpu:3")
(d.job, d.replica, d.task, d.device_type, d.device_index, d.to_string())

# %% DeviceSpec bad string
tf.DeviceSpec.from_string("/job:w/foo:1")

# %% replica_device_setter places variables on ps round robin
with tf.device(tf.train.replica_device_setter(ps_tasks=2)):
    a = tf.Variable(1.0)
    b = tf.Variable(1.0)
    c = tf.constant(1.0)
(a.device, b.device, c.device)

# %% replica_device_setter without anything
tf.train.replica_device_setter()

# %% SingularMonitoredSession gives the raw session
v = tf.Variable(2.0)
with tf.train.SingularMonitoredSession() as m:
    r = (type(m.raw_session()).__name__, m.run(v))
r

# %% Scaffold: init_feed_dict without init_op
tf.train.Scaffold(init_feed_dict={"a": 1})

# %% basic_train_loop stops on should_stop
tf.Variable(1.0)
n = []
sv = tf.train.Supervisor(logdir=None)


def f(sess):
    n.append(1)
    if len(n) == 2:
        sv.request_stop()


tf.train.basic_train_loop(sv, f)
len(n)

# %% local init and ready ops collections
tf.Variable(1.0)
sv = tf.train.Supervisor(logdir=None)
(
    [o.name for o in tf.get_collection(tf.GraphKeys.INIT_OP)],
    [t.name for t in tf.get_collection(tf.GraphKeys.READY_OP)],
    [o.name for o in tf.get_collection(tf.GraphKeys.LOCAL_INIT_OP)],
)

# %% basic_train_loop goes on in another session after an AbortedError
v = tf.Variable(1.0)
up = v.assign_add(1.0)
n = []
sv = tf.train.Supervisor(logdir=None)


def f(sess, limit):
    n.append(float(sess.run(up)))
    if len(n) == 2:
        raise tf.errors.AbortedError(None, None, "lost")
    if len(n) == limit:
        sv.request_stop()


tf.train.basic_train_loop(sv, f, (4,))
n

# %% Supervisor starts queue runners; a failing thread ends the loop and comes out of the block
q = tf.FIFOQueue(2, tf.int32, shapes=[[]])
tf.train.add_queue_runner(tf.train.QueueRunner(q, [q.enqueue(7)]))
d = q.dequeue()
sv = tf.train.Supervisor(logdir=None)


def bad():
    raise KeyError("thread")


with sv.managed_session() as q:
    r = q.run(d)
    sv.loop(None, bad).join(5)
    assert r == 7 and sv.should_stop()

# %% ClusterSpec: from a message, from another, with gaps, as text
c = tf.train.ClusterSpec({"worker": {7: "c:3", 2: "d:4"}, "ps": ("a:1",)})
d = tf.train.ClusterSpec(c.as_cluster_def())
(c == d, tf.train.ClusterSpec(d) == c, c == {"ps": {0: "a:1"}}, repr(d), str(d.as_cluster_def()))

# %% ClusterSpec: job_tasks with gaps, an empty job
c = tf.train.ClusterSpec({"w": {2: "d:4"}, "ps": []})
(c.job_tasks("w"), c.as_dict())

# %% ClusterSpec: wrong tasks, addresses and names
C = tf.train.ClusterSpec
[ex(lambda: C({"a": "x:1"})), ex(lambda: C({"a": [1]})), ex(lambda: C({1: ["x:1"]}))]

# %% replica_device_setter: of a cluster, below devices, with a strategy
C = tf.train.ClusterSpec({"ps": ["a:1", "b:2"], "worker": ["c:3"]})
D = tf.train.replica_device_setter
with tf.device(D(cluster=C, worker_device="/job:worker/task:0/cpu:0")):
    a = tf.Variable(1.0, use_resource=True)
    with tf.device("/gpu:1"):
        b = tf.Variable(1.0)
        c = tf.constant(1.0)
    with tf.device("/job:chief/task:3"):
        d = tf.Variable(1.0)
with tf.device(D(3, merge_devices=False, ps_strategy=lambda op: 2)):
    e = tf.Variable(1.0)
    with tf.device("/cpu:0"):
        f = tf.Variable(1.0)
[x.device for x in (a, b, c, d, e, f, a.initializer)]

# %% replica_device_setter: no server in the cluster, a strategy that is no function
D = tf.train.replica_device_setter
(
    D(cluster={"worker": ["c:3"]}),
    D(cluster={"ps": ["a:1"]}) is None,
    ex(lambda: D(1, ps_strategy=3)),
)

# %% flags: kinds, values, what they refuse
import sys as _s

_s.argv = ["prog", "--lr=0.5", "--steps", "7", "--fast", "--noslow", "rest", "--late=3"]
F = tf.flags
F.DEFINE_float("lr", 0.1, "rate")
F.DEFINE_integer("steps", 3, "n")
F.DEFINE_bool("fast", False, "f")
F.DEFINE_boolean("slow", True, "s")
F.DEFINE_string("name", None, "nm")
F.DEFINE_enum("kind", "a", ["a", "b"], "k")
F.DEFINE_list("items", ["x"], "l")
F.DEFINE_string("late", "1", "late")
A = F.FLAGS
[
    A.lr,
    A.steps,
    A.fast,
    A.slow,
    A.name,
    A.kind,
    A.items,
    A.late,
    ex(lambda: A.nope),
    ex(lambda: setattr(A, "nope", 1)),
    ex(lambda: setattr(A, "steps", "x")),
    ex(lambda: setattr(A, "steps", 9)),
    A.steps,
    "lr" in A,
    A.is_parsed(),
    ex(lambda: F.DEFINE_integer("bad", "x", "h")),
    ex(lambda: setattr(A, "kind", "z")),
    ex(lambda: setattr(A, "fast", "yes")),
    ex(lambda: setattr(A, "lr", "a")),
    ex(lambda: setattr(A, "items", "a, b")),
    A.items,
    ex(lambda: delattr(A, "lr")),
    ex(lambda: A.lr),
    A["steps"].value,
    A["steps"].default,
    A["steps"].help,
]

# %% flags: command lines
import sys as _s

out = []
for argv in (
    ["p", "--zz=1"],
    ["p", "--q"],
    ["p", "--q=a"],
    ["p", "--f=maybe"],
    ["p", "--nof=1"],
    ["p", "-q=4"],
    ["p", "--", "--q=5"],
    ["p", "x", "--q=5"],
    ["p", "-f", "/tmp/kernel.json"],
):
    with tf.Graph().as_default():
        try:
            del tf.flags.FLAGS.q
            del tf.flags.FLAGS.f
        except Exception:
            pass
        tf.flags.DEFINE_integer("q", 1, "h")
        tf.flags.DEFINE_bool("f", False, "h")
        out.append(ex(lambda: (tf.flags.FLAGS(argv), tf.flags.FLAGS.q, tf.flags.FLAGS.f)))
out

# %% flags: the arguments of a notebook's kernel
import sys as _s

_s.argv = ["ipykernel_launcher.py", "-f", "/run/kernel.json"]
tf.flags.DEFINE_integer("q", 1, "h")
[
    ex(lambda: tf.flags.FLAGS.q),
    ex(lambda: tf.app.flags.FLAGS.q) if hasattr(tf.app, "flags") else "none",
]

# %% app.run
import sys as _s


def main(argv):
    return [argv, tf.flags.FLAGS.q]


tf.flags.DEFINE_integer("q", 1, "h")
out = []
for a in (["p", "--q=3", "x"], ["p", "--zz=1", "--q=4"], ["p"]):
    try:
        tf.app.run(main, a)
    except SystemExit as e:
        out.append(e.code)
    except Exception as e:
        out.append(repr(e))
try:
    tf.app.run(lambda _: None, ["p"])
except SystemExit as e:
    out.append(e.code)
try:
    tf.app.run(lambda _: 1 / 0, ["p"])
except Exception as e:
    out.append(repr(e))
import types

m = types.ModuleType("__main__")
m.main = lambda argv: 5
old = _s.modules["__main__"]
_s.modules["__main__"] = m
try:
    tf.app.run(argv=["p"])
except SystemExit as e:
    out.append(e.code)
_s.modules["__main__"] = old
out

# %% logging
L = tf.logging
with logs() as o:
    L.info("a %d", 3)
    L.warn("b")
    L.warning("c")
    L.error("d")
    L.debug("e")
    L.fatal("f")
    L.log(L.INFO, "g")
    L.vlog(L.INFO, "h")
    L.log_if(L.INFO, "i", True)
    L.log_if(L.INFO, "j", False)
    for k in range(5):
        L.log_every_n(L.INFO, "k %d", 2, k)
    for k in range(5):
        L.log_first_n(L.INFO, "l %d", 2, k)
L.set_verbosity(L.ERROR)
[o, L.get_verbosity(), L.DEBUG, L.INFO, L.WARN, L.ERROR, L.FATAL, tf.get_logger().level]

# %% gfile
G = tf.gfile
d = tempfile.mkdtemp()
p = d + "/a.txt"
sub = lambda o: re.sub(re.escape(d), "D", o) if isinstance(o, str) else o
with G.GFile(p, "w") as f:
    f.write("one\ntwo\n")
    f.write("é")
with G.GFile(p, "a") as f:
    f.write("x")
f = G.Open(p)
out = [
    f.read(3),
    f.tell(),
    f.readline(),
    f.readlines(),
    f.size(),
    f.seek(0),
    list(f),
    f.name == p,
    f.mode,
]
f.close()
b = G.FastGFile(p, "rb").read()
G.MakeDirs(d + "/x/y")
G.MkDir(d + "/z")
out += [
    b,
    G.Exists(p),
    G.Exists(d + "/no"),
    G.IsDirectory(d),
    G.IsDirectory(p),
    sorted(G.ListDirectory(d)),
    [sub(x) for x in G.Glob(d + "/*.txt")],
    G.Stat(p).length,
    G.Stat(d).is_directory,
]
out += [
    sub(ex(f))
    for f in (
        lambda: G.GFile(d + "/no").read(),
        lambda: G.GFile(p, "q"),
        lambda: G.GFile(p, "w").read(),
        lambda: G.GFile(p, "r").write("a"),
        lambda: G.MkDir(d + "/z"),
        lambda: G.MkDir(d + "/n/m"),
        lambda: G.Remove(d + "/no"),
        lambda: G.Remove(d + "/z"),
        lambda: G.ListDirectory(d + "/no"),
        lambda: G.Copy(p, d + "/b.txt"),
        lambda: G.Copy(p, d + "/b.txt"),
        lambda: G.Copy(p, d + "/b.txt", overwrite=True),
        lambda: G.Copy(d + "/no", d + "/c"),
        lambda: G.Rename(d + "/b.txt", d + "/c.txt"),
        lambda: G.Rename(p, d + "/c.txt"),
        lambda: G.Rename(d + "/no", d + "/q"),
        lambda: G.DeleteRecursively(d + "/x"),
        lambda: G.DeleteRecursively(d + "/no"),
        lambda: G.Stat(d + "/no"),
        lambda: G.GFile(d).read(),
        lambda: G.GFile(d + "/no/x", "w").write("a"),
        lambda: G.MakeDirs("/proc/q/r"),
        lambda: G.MakeDirs(p),
        lambda: G.MakeDirs(d),
        lambda: G.GFile(p).seek(1, 7),
    )
]
out += [[(sub(a), sorted(b), sorted(c)) for a, b, c in G.Walk(d)]]
out

# %% the nest of both versions
tf.nest.flatten({"b": 1, "a": [2, 3]})

# %% texts as bytes and back, and what the machine has
c = tf.compat
(
    [c.as_bytes("é"), c.as_str(b"a"), c.as_text("a"), c.as_str_any(3), c.path_to_str("x")],
    [c.bytes_or_text_types, c.integral_types, c.real_types, c.complex_types],
    ex(lambda: c.as_bytes(3)),
    ex(lambda: c.as_text(3)),
    [tf.test.is_gpu_available(), tf.test.gpu_device_name(), tf.test.is_built_with_cuda()],
    (tf.VERSION, tf.__version__),
    ex(lambda: tf.nn.rnn_cell.LSTMCell(3)),
)
