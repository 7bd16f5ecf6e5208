"""`RunOptions`, `RunMetadata` and `ConfigProto`."""

# %% options of wrong type
s.run(tf.constant(1), options=3)

# %% run_metadata of wrong type
s.run(tf.constant(1), run_metadata=3)

# %% run_metadata without options is allowed and stays without step_stats
m = tf.RunMetadata()
s.run(tf.constant(1), run_metadata=m)
m.HasField("step_stats")

# %% FULL_TRACE fills step_stats
m = tf.RunMetadata()
a = P(tf.float32, [1, 2])
s.run(
    tf.matmul(a, a, transpose_b=True, name="mm"),
    {a: [[1.0, 2.0]]},
    options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE),
    run_metadata=m,
)
d = m.step_stats.dev_stats
(
    [x.device for x in d if "CPU" in x.device][:1],
    any(n.node_name == "mm" for x in d for n in x.node_stats),
)

# %% node_stats fields of one op under FULL_TRACE
m = tf.RunMetadata()
a = P(tf.float32, [1, 2])
s.run(
    tf.matmul(a, a, transpose_b=True, name="mm"),
    {a: [[1.0, 2.0]]},
    options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE),
    run_metadata=m,
)
n = [n for x in m.step_stats.dev_stats for n in x.node_stats if n.node_name == "mm"][0]
(
    # Times since the start may be zero, and so may the number of the thread.
    sorted(f.name for f, _ in n.ListFields() if not re.search("_rel_|thread_id", f.name)),
    re.sub(r"\d+us", "Nus", n.timeline_label),
    [d.dim[0].size for d in [n.output[0].tensor_description.shape]],
)

# %% trace level names and values
{
    k: getattr(tf.RunOptions, k)
    for k in ("NO_TRACE", "SOFTWARE_TRACE", "HARDWARE_TRACE", "FULL_TRACE")
}

# %% timeout_in_ms on a blocking dequeue
q = tf.FIFOQueue(1, tf.float32, name="q")
s.run(q.dequeue(name="dq"), options=tf.RunOptions(timeout_in_ms=100))

# %% session still usable after a timeout
q = tf.FIFOQueue(1, tf.float32)
d = q.dequeue()
try:
    s.run(d, options=tf.RunOptions(timeout_in_ms=50))
except tf.errors.DeadlineExceededError:
    pass
s.run(q.enqueue(3.0))
s.run(d)

# %% ConfigProto(operation_timeout_in_ms) applies to every run
q = tf.FIFOQueue(1, tf.float32)
s2 = tf.Session(config=tf.ConfigProto(operation_timeout_in_ms=100))
s2.run(q.dequeue())

# %% output_partition_graphs
m = tf.RunMetadata()
s.run(
    tf.constant(1.0) + P(tf.float32, name="p"),
    {"p:0": 1.0},
    options=tf.RunOptions(output_partition_graphs=True),
    run_metadata=m,
)
len(m.partition_graphs)

# %% invalid inter_op_thread_pool index
s.run(tf.constant(1), options=tf.RunOptions(inter_op_thread_pool=5))

# %% negative inter_op_thread_pool runs in the caller's thread
s.run(tf.constant(1) + 1, options=tf.RunOptions(inter_op_thread_pool=-1))

# %% unknown ConfigProto field
tf.ConfigProto(nope=1)

# %% config is read at construction; changing it later has no effect on the running session
c = tf.ConfigProto()
s2 = tf.Session(config=c)
c.operation_timeout_in_ms = 1
q = tf.FIFOQueue(1, tf.float32)
d = q.dequeue()
t = threading.Timer(0.3, lambda: s2.run(q.enqueue(1.0)))
e = q.enqueue(1.0)
t = threading.Timer(0.3, lambda: s2.run(e))
t.start()
s2.run(d)

# %% gpu options nested assignment works
c = tf.ConfigProto()
c.gpu_options.allow_growth = True
c.gpu_options.allow_growth

# %% explicit GPU device without soft placement
with tf.device("/gpu:0"):
    c = tf.constant(1, name="c")
s.run(c)

# %% GPU device with allow_soft_placement
with tf.device("/gpu:0"):
    c = tf.constant(1)
tf.Session(config=tf.ConfigProto(allow_soft_placement=True)).run(c)

# %% unknown device string at graph build
with tf.device("/foo:bar"):
    tf.constant(1)

# %% report_tensor_allocations_upon_oom accepted
s.run(tf.constant(1), options=tf.RunOptions(report_tensor_allocations_upon_oom=True))
