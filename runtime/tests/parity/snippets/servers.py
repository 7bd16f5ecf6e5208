"""Servers, sessions on a target, what they share and how it is reset; see the README beside."""

# %% a local server: definition and target
a = tf.train.Server.create_local_server()
(str(a.server_def), re.sub(r"\d+$", "PORT", a.target), sorted(n for n in dir(a) if n[0] != "_"))

# %% what a server takes
S = tf.train.Server
C = tf.train.ClusterSpec({"a": ["localhost:0", "localhost:0"], "b": {3: "localhost:0"}})
c = tf.ConfigProto(allow_soft_placement=True)
d = S(C, job_name="b", config=c, start=False).server_def
[
    str(d),
    str(S(d, protocol="grpc", start=False).server_def),
    str(S(C.as_cluster_def(), "a", 1, start=False).server_def),
    str(S({"w": {37: "localhost:0"}}).server_def),
]

# %% servers that cannot be made
S = tf.train.Server
a = ["localhost:0"]
d = S({"a": a}, start=False).server_def
t = S.create_local_server().target
[
    ex(lambda: S({"a": a, "b": a})),
    ex(lambda: S({"a": a * 2})),
    ex(lambda: S({"a": a * 2}, job_name="a")),
    ex(lambda: S({"a": a}, job_name="b")),
    ex(lambda: S({"a": a}, job_name="b", task_index=0)),
    ex(lambda: S({"a": a}, task_index=3)),
    ex(lambda: S(d, job_name="x")),
    ex(lambda: S({"a": ["localhost"]})),
    ex(lambda: S({"a": ["localhost:abc"]})),
    ex(lambda: S({"a": a}, protocol="xyz")),
    ex(lambda: S(tf.train.ServerDef())),
    ex(lambda: S({})),
    ex(lambda: S(3)),
    ex(lambda: S({"c": [t[len("grpc://") :]]})),
]

# %% ServerDef, ClusterDef, JobDef
c = tf.train.ClusterDef(job=[tf.train.JobDef(name="w", tasks={0: "a:1"})])
str(tf.train.ServerDef(cluster=c, job_name="w", task_index=0, protocol="grpc"))

# %% targets that are no server's
c = tf.ConfigProto(operation_timeout_in_ms=50)
k = tf.constant(1.0)
[
    ex(lambda: tf.Session("local")),
    ex(lambda: tf.Session("grpc://nowhere")),
    ex(lambda: tf.Session("grpc://localhost:1", config=c).run(k)),
    ex(lambda: tf.Session.reset("grpc://localhost:1", ["a"], config=c)),
    ex(lambda: tf.Session.reset("nonexistent"))[:13],
    ex(lambda: tf.Session(tf.train.Server)),
]

# %% sessions of a server share variables, which outlive them
t = tf.train.Server.create_local_server().target
v = tf.Variable(1.0, name="v")
r = tf.Variable(5.0, name="r", use_resource=True)
u = tf.group(v.assign_add(1.0), r.assign_add(1.0))
a, b = tf.Session(t), tf.Session(t)
e = [ex(lambda: a.run(v)), ex(lambda: a.run(r))]
a.run(tf.global_variables_initializer())
o = [b.run([v, r])]
a.run(u)
a.close()
o += [b.run([v, r]), tf.Session(t).run([v, r]), ex(lambda: a.run(v))]
(e, o, b.sess_str == t.encode(), [x.name for x in b.list_devices()])

# %% a session that isolates its state
t = tf.train.Server.create_local_server().target
v = tf.Variable(1.0, name="v", use_resource=True)
tf.Session(t).run(v.initializer)
ex(lambda: tf.Session(t, config=tf.ConfigProto(isolate_session_state=True)).run(v))

# %% random streams belong to sessions
t = tf.train.Server.create_local_server().target
u = tf.random_uniform([], seed=1)
a, b = tf.Session(t), tf.Session(t)
x = [a.run(u), b.run(u), a.run(u), b.run(u)]
(x[0] == x[1], x[2] == x[3], x[0] == x[2])

# %% reset without containers: state is gone, sessions are aborted
t = tf.train.Server.create_local_server().target
v = tf.Variable(1.0, name="v", use_resource=True)
a, b = tf.Session(t), tf.Session(t)
a.run(v.initializer)
f = a.make_callable(v)
tf.Session.reset(t)
o = [ex(k)[:12] for k in (lambda: a.run(v), f, a.close)]
(o, ex(lambda: b.run(v)), ex(lambda: tf.Session(t).run(v)))

# %% reset of some containers
t = tf.train.Server.create_local_server().target
with tf.container("one"):
    a = tf.Variable(1.0, name="a", use_resource=True)
b = tf.Variable(2.0, name="b", use_resource=True)
tf.Session(t).run([a.initializer, b.initializer])
o = []
for names in (["none"], ["one"], ["localhost"]):
    tf.Session.reset(t, names)
    x = tf.Session(t)
    o.append([ex(lambda: x.run(a)), ex(lambda: x.run(b))])
o

# %% a container of a local session
with tf.container("one"):
    a = tf.Variable(1.0, name="a", use_resource=True)
ex(lambda: s.run(a))

# %% closing a session ends what waits
x = tf.Session(tf.train.Server.create_local_server().target)
d = tf.FIFOQueue(1, tf.float32).dequeue()
o = []
w = threading.Thread(target=lambda: o.append(ex(lambda: x.run(d))), daemon=True)
w.start()
time.sleep(0.3)
x.close()
w.join(5)
o

# %% errors say which task they come from; timeouts
t = tf.train.Server.create_local_server().target
d = tf.FIFOQueue(1, tf.float32).dequeue()
n = tf.check_numerics(tf.log(tf.placeholder_with_default(-1.0, [])), "no")
x = tf.Session(t)
o = tf.RunOptions(timeout_in_ms=100)
[ex(lambda: x.run(n)), ex(lambda: x.run(d, options=o))]

# %% an InteractiveSession on a target
x = tf.InteractiveSession(tf.train.Server.create_local_server().target)
r = tf.constant(42.0).eval()
x.close()
r

# %% a server of task 37
t = tf.train.Server({"local": {37: "localhost:0"}}).target
with tf.device("/job:local/task:37"):
    v = tf.Variable(1.0, name="v")
with tf.device("/job:local/task:0"):
    w = v + 1.0
x = tf.Session(t)
ex(lambda: x.run(v.initializer))

# %% a cluster: what is placed on the parameter server is shared, the rest is not
import socket

p = [socket.create_server(("localhost", 0)) for _ in range(3)]
p = [(k.getsockname()[1], k.close())[0] for k in p]
C = tf.train.ClusterSpec(
    {"ps": [f"localhost:{p[0]}"], "worker": [f"localhost:{p[1]}", f"localhost:{p[2]}"]}
)
S = [tf.train.Server(C, *k) for k in (("ps", 0), ("worker", 0), ("worker", 1))]
with tf.device("/job:ps/task:0"):
    v = tf.Variable(1.0, name="v", use_resource=True)
    q = tf.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="q")
u = tf.Variable(10.0, name="u", use_resource=True)
i = tf.global_variables_initializer()
e, d, a = q.enqueue(7), q.dequeue(), v.assign_add(1.0)
x, y = (tf.Session(k.target) for k in S[1:])
x.run(i)
y.run(a)
y.run(e)
(
    x.run([v, u, d]),
    ex(lambda: y.run(u)),
    x.list_devices()[0].name,
    sorted(k.name for k in y.list_devices()),
    tf.device("/job:worker/task:9").__enter__() and None,
    ex(lambda: x.run(tf.constant(1.0))),
)

# %% a worker trains when its chief has initialized
t = tf.train.Server.create_local_server().target
o = []


def work(chief, late):
    with tf.Graph().as_default():
        g = tf.train.get_or_create_global_step()
        n = tf.assign_add(g, 1)
        h = [tf.train.StopAtStepHook(last_step=5)]
        time.sleep(late)
        with tf.train.MonitoredTrainingSession(t, chief, hooks=h) as m:
            while not m.should_stop():
                m.run(n)
    o.append(chief)


r = ex(
    lambda: tf.train.MonitoredTrainingSession(
        t, False, scaffold=tf.train.Scaffold(ready_op=tf.constant(["x"])), max_wait_secs=1
    )
)
work(True, 0)
work(False, 0)
(r, o)

# %% a monitored session whose server is reset starts anew
t = tf.train.Server.create_local_server().target
g = tf.train.get_or_create_global_step()
n = tf.assign_add(g, 1)
with tf.train.MonitoredTrainingSession(t) as m:
    o = [m.run(n), m.run(n)]
    tf.Session.reset(t)
    o += [m.run(n)]
o

# %% the cluster of a session, which ConfigProto defines
one = tf.train.Server.create_local_server(config=tf.ConfigProto(device_count={"CPU": 2}))
two = tf.train.Server.create_local_server()
c = tf.ConfigProto()
c.cluster_def.job.add(name="worker").tasks[1] = two.target[7:]
out = [re.sub(r"localhost:\d+", "A", ex(lambda: tf.Session(one.target, config=c).list_devices()))]
c.cluster_def.job.add(name="chief").tasks[0] = one.target[7:]
with tf.device("/job:worker/task:1"):
    v = tf.get_variable("v", [], initializer=tf.ones_initializer(), use_resource=False)
with tf.Session(one.target) as s2:
    out.append([d.name for d in s2.list_devices()])
with tf.Session(one.target, config=c) as s2:
    out += [sorted(d.name for d in s2.list_devices()), s2.run(v.initializer), s2.run(v)]
with tf.Session(two.target, config=c) as s2:
    out += [sorted(d.name for d in s2.list_devices()), ex(lambda: s2.run(v))]
out
