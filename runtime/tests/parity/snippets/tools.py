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
