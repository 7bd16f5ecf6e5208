"""Devices: specs, lists, placement, its log and its errors."""

# %% DeviceSpec: fields and strings
D = tf.DeviceSpec
a = D("ps", 1, 2, "gpu", 3)
b = D(job="w", task=0)
c = D.from_string("/job:w/replica:0/task:7/device:TPU:4")
e = D.from_string("/gpu:*")
[
    (x.job, x.replica, x.task, x.device_type, x.device_index, x.to_string())
    for x in (a, b, c, e, D())
]

# %% DeviceSpec: strings that cannot be read
D = tf.DeviceSpec
[
    ex(lambda: D.from_string(text).to_string())
    for text in (
        "",
        "/",
        "cpu:0",
        "/job:a/job:b",
        "/job:",
        "/job:a:b",
        "/replica:x",
        "/task:",
        "/device:GPU",
        "/device:GPU:0:1",
        "/device:GPU:x",
        "/cpu:0/gpu:0",
        "/device:CPU:0/device:GPU:1",
        "/foo:1",
        "/CPU",
        "/Gpu:01",
        "/device:gpu:1",
        "/tpu:0",
    )
]

# %% DeviceSpec: values of other types
D = tf.DeviceSpec
[
    ex(lambda: D(job=3).to_string()),
    ex(lambda: D(replica="2").to_string()),
    ex(lambda: D(task="x").to_string()),
    ex(lambda: D(device_index=1.5).to_string()),
    ex(lambda: D(device_type=3).to_string()),
    ex(lambda: D("a", 0, 1, "CPU", 2, 3)).split("(")[0],
]

# %% DeviceSpec: merging
D = tf.DeviceSpec
a = D.from_string("/job:a/task:1/cpu:0")
b = D.from_string("/job:b/gpu:2")
m = a.make_merged_spec(b)
n = b.make_merged_spec(a)
a.merge_from(b)
(m.to_string(), n.to_string(), a.to_string(), type(m).__name__)

# %% DeviceSpec of version 1 can be changed
d = tf.DeviceSpec()
d.job, d.task, d.device_type = "w", "3", "cpu"
d.device_index = 1
before = d.to_string()
r = d.parse_from_string("/job:x/gpu:2")
(before, d.to_string(), r is d)

# %% DeviceSpec: equality, hash, replace
D = tf.DeviceSpec
a, b = D(job="w", task=1), D.from_string("/job:w/task:1")
c = a.replace(task=2, device_type="GPU")
(
    a == b,
    a != b,
    a == "/job:w/task:1",
    hash(a) == hash(b),
    c.to_string(),
    a.to_string(),
    ex(lambda: a.replace(nope=1)),
)

# %% DeviceSpec of version 2 cannot be changed
D = tf.DeviceSpec.__mro__[1]
a = D(job="w")
b = a.parse_from_string("/gpu:1")
out = [b.to_string(), a.make_merged_spec(b).to_string(), a == D("w"), hash(a) == hash(D("w"))]
try:
    a.job = "x"
except AttributeError:
    out.append("AttributeError")
(out, isinstance(tf.DeviceSpec(), D), a == tf.DeviceSpec(job="w"))

# %% device blocks take specs, strings, functions and None
out = []
with tf.device(tf.DeviceSpec(job="w", device_type="CPU", device_index=0)):
    out.append(tf.constant(1).device)
    with tf.device("/task:1"):
        out.append(tf.constant(1).device)
    with tf.device("/gpu:3"):
        out.append(tf.constant(1).device)
    with tf.device(lambda op: "/cpu:9" if op.type == "Const" else op.device):
        out.append((tf.constant(1).device, tf.no_op().device))
    with tf.device(None):
        out.append(tf.constant(1).device)
with tf.device(lambda op: op.device or "/cpu:1"):
    with tf.device("/cpu:5"):
        out.append(tf.constant(1).device)
    out.append(tf.constant(1).device)
with tf.device(""):
    out.append(tf.constant(1).device)
(out, ex(lambda: tf.device("/nope:1").__enter__()), ex(lambda: tf.device(3).__enter__()))


# %% the devices of a session
def names(**config):
    return [
        (d.name, d.device_type, d.memory_limit_bytes, d.incarnation != 0)
        for d in (tf.Session(config=tf.ConfigProto(**config)).list_devices())
    ]


[
    names(),
    names(device_count={"CPU": 3}),
    names(device_count={"GPU": 2}),
    names(device_count={"XYZ": 2, "cpu": 5}),
    names(gpu_options=dict(visible_device_list="7")),
    ex(lambda: names(device_count={"CPU": 0})),
    ex(lambda: names(device_count={"CPU": -1})),
]


# %% sessions that cannot be made
def made(**config):
    return ex(lambda: tf.Session(config=tf.ConfigProto(**config)).run(tf.constant(1.0)))


[
    made(experimental=dict(session_metadata=dict(name="a", version=-1))),
    made(experimental=dict(session_metadata=dict(name="a", version=1))),
    made(cluster_def=dict(job=[dict(name="w", tasks={0: "a:1"})])),
    made(device_filters=["/job:w"], isolate_session_state=True, placement_period=3),
    made(intra_op_parallelism_threads=-3),
]

# %% an executor that does not exist
tf.Session(config=tf.ConfigProto(experimental=dict(executor_type="foo"))).run(tf.constant(1.0))

# %% one executor that does
tf.Session(config=tf.ConfigProto(experimental=dict(executor_type="SINGLE_THREADED_EXECUTOR"))).run(
    tf.constant(1.0) + 1.0
)

# %% pools of threads for one session
c = tf.ConfigProto(session_inter_op_thread_pool=[dict(num_threads=2), dict(global_name="all")])
s2 = tf.Session(config=c)
y = tf.py_func(lambda: np.float32(3.0), [], tf.float32)
[
    ex(lambda: s2.run(y, options=tf.RunOptions(inter_op_thread_pool=index)))
    for index in (-2, -1, 0, 1, 2)
]

# %% partition graphs may be forbidden
c = tf.ConfigProto(experimental=dict(disable_output_partition_graphs=True))
o = tf.RunOptions(output_partition_graphs=True)
tf.Session(config=c).run(tf.constant(1.0), options=o, run_metadata=tf.RunMetadata())


# %% devices that the session does not have
def placed(device, **config):
    with tf.Graph().as_default():
        with tf.device(device):
            tf.constant(1.0, name="u")
        y = tf.constant(2.0, name="y")
        return ex(lambda: tf.Session(config=tf.ConfigProto(**config)).run(y))


soft = dict(allow_soft_placement=True)
pruned = dict(graph_options=dict(place_pruned_graph=True))
[
    placed("/cpu:0"),
    placed("/cpu:3"),
    placed("/cpu:1", device_count={"CPU": 2}),
    placed("/job:w"),
    placed("/device:XYZ:0"),
    placed("/gpu:0", **soft),
    placed("/cpu:3", **soft),
    placed("/job:w", **soft),
    placed("/job:localhost/task:1", **soft),
    placed("/job:localhost/replica:0/task:0/device:CPU:0"),
    placed("/gpu:0", **pruned),
]

# %% a graph that grows by an operation without a device
y = tf.constant(2.0, name="y")
s.run(y)
with tf.device("/job:w"):
    z = tf.constant(1.0, name="z")
[ex(lambda: s.run(y)), ex(lambda: s.run(z)), ex(lambda: s.run(tf.constant(3.0)))]

# %% a contradiction between colocation and device
two = tf.ConfigProto(device_count={"CPU": 2})
with tf.device("/cpu:0"):
    a = tf.constant(1.0, name="a")
with tf.device("/cpu:1"):
    b = tf.constant(1.0, name="b")
with g.colocate_with(a):
    c = tf.identity(b, name="c")
c.op._set_device("/device:CPU:1")
tf.Session(config=two).run(c)

# %% a contradiction with another type of device
with tf.device("/cpu:0"):
    a = tf.constant(1.0, name="a")
with g.colocate_with(a):
    c = tf.identity(a, name="c")
c.op._set_device("/device:GPU:0")
s.run(c)

# %% soft placement overlooks it
two = tf.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=True)
with tf.device("/cpu:0"):
    a = tf.constant(1.0, name="a")
with g.colocate_with(a):
    c = tf.identity(a, name="c")
c.op._set_device("/device:CPU:1")
tf.Session(config=two).run(c)

# %% colocated with what has no device here
with tf.device("/gpu:0"):
    a = tf.constant(1.0, name="a")
with g.colocate_with(a):
    c = tf.identity(a, name="c")
s.run(c)

# %% variables and their devices
two = tf.ConfigProto(device_count={"CPU": 2})
out = []
for resource in (False, True):
    with tf.device("/cpu:1"):
        v = tf.get_variable(f"v{resource}", [], use_resource=resource)
    with tf.device("/cpu:0"):
        r = tf.assign(v, 1.0)
    op = r if isinstance(r, tf.Operation) else r.op
    out.append((v.device, r.device, op.colocation_groups() if not resource else None))
    out.append(tf.Session(config=two).run(r))
out


# %% the placement log of a session
def printed(act):
    sys.stdout.flush()
    with tempfile.TemporaryFile() as file:
        old = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            act()
            sys.stdout.flush()
        finally:
            os.dup2(old, 1)
        file.seek(0)
        return file.read().decode().splitlines()


def act():
    s2.run(m)
    s2.run(m)
    q = tf.square(m, name="q")
    s2.run(q)
    s2.run(v.initializer)
    s2.run(z, {x: 1.0})
    s2.run(z, {x: 2.0})


a = tf.constant([[1.0, 2.0], [3.0, 4.0]], name="a")
m = tf.matmul(a, a, name="m")
v = tf.Variable(1.0, name="v")
x = P(tf.float32, [], name="x")
z = tf.add(v * x, 1.0, name="z")
s2 = tf.Session(config=tf.ConfigProto(log_device_placement=True))
printed(act)


# %% the placement log where only what is needed is placed
def printed(act):
    sys.stdout.flush()
    with tempfile.TemporaryFile() as file:
        old = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            act()
            sys.stdout.flush()
        finally:
            os.dup2(old, 1)
        file.seek(0)
        return file.read().decode().splitlines()


def act():
    s2.run(v.initializer)
    s2.run([z, n, x], {x: 1.0})
    s2.run([z, n, x], {x: 1.0})


x = P(tf.float32, [], name="x")
v = tf.get_variable("v", [], initializer=tf.zeros_initializer(), use_resource=True)
z = tf.add(v * x, 1.0, name="z")
n = tf.no_op(name="n")
c = tf.ConfigProto(log_device_placement=True, graph_options=dict(place_pruned_graph=True))
s2 = tf.Session(config=c)
printed(act)


# %% the placement log of two CPUs
def printed(act):
    sys.stdout.flush()
    with tempfile.TemporaryFile() as file:
        old = os.dup(1)
        os.dup2(file.fileno(), 1)
        try:
            act()
            sys.stdout.flush()
        finally:
            os.dup2(old, 1)
        file.seek(0)
        return file.read().decode().splitlines()


with tf.device("/cpu:1"):
    a = tf.constant([[1.0, 2.0], [3.0, 4.0]], name="a")
m = tf.matmul(a, a, name="m")
with tf.device("/cpu:1"):
    q = tf.square(m, name="q")
c = tf.ConfigProto(log_device_placement=True, device_count={"CPU": 2})
s2 = tf.Session(config=c)
printed(lambda: s2.run(q))

# %% a device function that returns nothing, a field that no DeviceSpec has
with tf.device(lambda op: None):
    r = ex(lambda: tf.constant(1))
d = tf.DeviceSpec()
(r, ex(lambda: setattr(d, "zone", 1)))

# %% the memory of devices that have no allocator that counts, soft placement as it is
f = tf2.config.experimental.get_memory_info
[tf2.config.get_soft_device_placement(), ex(lambda: f("CPU:0")), ex(lambda: f("GPU:7"))]
