"""Summaries, `MonitoredSession`, hooks and `SessionManager`."""

# %% summary.scalar returns a string tensor; run gives a serialized proto
t = tf.summary.scalar("loss", tf.constant(2.0))
p = tf.Summary.FromString(s.run(t))
(t.dtype, t.name, p.value[0].tag, p.value[0].simple_value)

# %% summary tag keeps the name scope; illegal characters are replaced
with tf.name_scope("a"):
    t = tf.summary.scalar("x y", tf.constant(1.0))
tf.Summary.FromString(s.run(t)).value[0].tag

# %% summary.scalar of a vector
s.run(tf.summary.scalar("v", tf.constant([1.0, 2.0])))

# %% merge_all without summaries
tf.summary.merge_all()

# %% merge_all
tf.summary.scalar("a", 1.0)
tf.summary.scalar("b", 2.0)
[v.tag for v in tf.Summary.FromString(s.run(tf.summary.merge_all())).value]

# %% FileWriter writes an events file, readable by summary_iterator
d = tempfile.mkdtemp()
w = tf.summary.FileWriter(d, g)
w.add_summary(tf.Summary(value=[tf.Summary.Value(tag="t", simple_value=1.0)]), 5)
w.close()
f = os.listdir(d)
(
    [x.startswith("events.out.tfevents.") for x in f],
    [(e.step, [v.tag for v in e.summary.value]) for e in tf.train.summary_iterator(d + "/" + f[0])],
)

# %% FileWriter with a wrong graph
tf.summary.FileWriter(tempfile.mkdtemp(), graph=3)

# %% MonitoredSession finalizes the graph and initialises variables
v = tf.Variable(1.0)
m = tf.train.MonitoredSession()
(g.finalized, m.run(v), m.should_stop(), type(m).__name__)

# %% building after MonitoredSession creation
tf.Variable(1.0)
m = tf.train.MonitoredSession()
tf.constant(1)

# %% run after close
v = tf.Variable(1.0)
m = tf.train.MonitoredSession()
m.close()
m.run(v)

# %% should_stop after close
tf.Variable(1.0)
m = tf.train.MonitoredSession()
m.close()
m.should_stop()

# %% StopAtStepHook
gs = tf.train.get_or_create_global_step()
inc = gs.assign_add(1)
n = 0
with tf.train.MonitoredSession(hooks=[tf.train.StopAtStepHook(num_steps=3)]) as m:
    while not m.should_stop():
        m.run(inc)
        n += 1
n

# %% StopAtStepHook constructor
tf.train.StopAtStepHook()

# %% StopAtStepHook both
tf.train.StopAtStepHook(num_steps=1, last_step=1)

# %% StopAtStepHook without global step
tf.Variable(1.0)
tf.train.MonitoredSession(hooks=[tf.train.StopAtStepHook(last_step=1)])

# %% hook call order
L = []


class H(tf.train.SessionRunHook):
    def begin(self):
        L.append("begin")

    def after_create_session(self, s, c):
        L.append("after_create")

    def before_run(self, c):
        L.append("before")
        return tf.train.SessionRunArgs(v)

    def after_run(self, c, r):
        L.append(("after", float(r.results)))

    def end(self, s):
        L.append("end")


v = tf.Variable(2.0)
with tf.train.MonitoredSession(hooks=[H()]) as m:
    m.run(v)
L

# %% end() is not called when the body raises
L = []


class H(tf.train.SessionRunHook):
    def end(self, s):
        L.append("end")


v = tf.Variable(2.0)
try:
    with tf.train.MonitoredSession(hooks=[H()]) as m:
        raise KeyError("x")
except KeyError:
    L.append("KeyError out")
L

# %% OutOfRangeError inside the with body is swallowed
v = tf.Variable(2.0)
with tf.train.MonitoredSession() as m:
    raise tf.errors.OutOfRangeError(None, None, "end")

# %% StopIteration inside step_fn / with
v = tf.Variable(2.0)
with tf.train.MonitoredSession() as m:
    raise StopIteration

# %% other exceptions propagate
v = tf.Variable(2.0)
with tf.train.MonitoredSession() as m:
    raise ValueError("x")

# %% hook feed conflicts with the caller's feed
x = P(tf.float32, name="x")
y = x + 1


class H(tf.train.SessionRunHook):
    def before_run(self, c):
        return tf.train.SessionRunArgs(None, {x: 1.0})


tf.train.MonitoredSession(hooks=[H()]).run(y, {x: 2.0})

# %% request_stop from a hook
v = tf.Variable(1.0)


class H(tf.train.SessionRunHook):
    def after_run(self, c, r):
        c.request_stop()


m = tf.train.MonitoredSession(hooks=[H()])
m.run(v)
m.should_stop()

# %% before_run must return SessionRunArgs or None
v = tf.Variable(1.0)


class H(tf.train.SessionRunHook):
    def before_run(self, c):
        return v


tf.train.MonitoredSession(hooks=[H()]).run(v)

# %% run_step_fn (the parameter must be called step_context)
v = tf.Variable(5.0)
m = tf.train.MonitoredSession()
m.run_step_fn(lambda step_context: (step_context.session.run(v), step_context.run_with_hooks(v)))

# %% run_step_fn wrong signature
v = tf.Variable(5.0)
m = tf.train.MonitoredSession()
m.run_step_fn(lambda x, y: 1)

# %% Scaffold with an incomplete init
v = tf.Variable(1.0, name="v")
w = tf.Variable(1.0, name="w")
tf.train.MonitoredSession(tf.train.ChiefSessionCreator(tf.train.Scaffold(init_op=v.initializer)))

# %% NanTensorHook
l = P(tf.float32, [], name="l")
m = tf.train.MonitoredSession(hooks=[tf.train.NanTensorHook(l)])
m.run(l, {l: float("nan")})

# %% NanTensorHook(fail_on_nan_loss=False) requests stop
l = P(tf.float32, [], name="l")
m = tf.train.MonitoredSession(hooks=[tf.train.NanTensorHook(l, fail_on_nan_loss=False)])
m.run(l, {l: float("nan")})
m.should_stop()

# %% LoggingTensorHook constructor
tf.train.LoggingTensorHook(["x"], every_n_iter=0)

# %% LoggingTensorHook output
l = tf.constant(2.0, name="l")
with logs() as o:
    with tf.train.MonitoredSession(
        hooks=[tf.train.LoggingTensorHook({"loss": l}, every_n_iter=1)]
    ) as m:
        m.run(l)
[x for x in o if "loss" in x[1]]

# %% CheckpointSaverHook arguments
tf.train.CheckpointSaverHook("/tmp/x")

# %% StepCounterHook arguments
tf.train.StepCounterHook(every_n_steps=1, every_n_secs=1)

# %% SummarySaverHook arguments
tf.train.SummarySaverHook(save_steps=1)

# %% MonitoredTrainingSession saves and resumes
d = tempfile.mkdtemp()
gs = tf.train.get_or_create_global_step()
inc = gs.assign_add(1)
with tf.train.MonitoredTrainingSession(
    checkpoint_dir=d,
    save_checkpoint_steps=1,
    log_step_count_steps=None,
    save_summaries_steps=None,
    save_summaries_secs=None,
) as m:
    m.run(inc)
    m.run(inc)
with tf.train.MonitoredTrainingSession(
    checkpoint_dir=d,
    save_checkpoint_secs=None,
    log_step_count_steps=None,
    save_summaries_steps=None,
    save_summaries_secs=None,
) as m:
    r = m.run(gs)
r

# %% MonitoredTrainingSession with checkpoint_dir but no global step
tf.Variable(1.0)
tf.train.MonitoredTrainingSession(checkpoint_dir=tempfile.mkdtemp())

# %% SessionManager.prepare_session without init
v = tf.Variable(1.0, name="v")
tf.train.SessionManager(ready_op=tf.report_uninitialized_variables()).prepare_session("")

# %% SessionManager.prepare_session with init_op
v = tf.Variable(4.0)
s2 = tf.train.SessionManager(ready_op=tf.report_uninitialized_variables()).prepare_session(
    "", init_op=tf.global_variables_initializer()
)
s2.run(v)

# %% prepare_session whose init_op is incomplete
v = tf.Variable(1.0, name="v")
w = tf.Variable(1.0, name="w")
tf.train.SessionManager(ready_op=tf.report_uninitialized_variables()).prepare_session(
    "", init_op=v.initializer
)

# %% wait_for_session timeout
v = tf.Variable(1.0, name="v")
tf.train.SessionManager(
    ready_op=tf.report_uninitialized_variables(), recovery_wait_secs=1
).wait_for_session("", max_wait_secs=1)

# %% py_func basics (returns numpy results, stateful)
s.run(tf.py_func(lambda a, b: a + b, [tf.constant(1.0), tf.constant(2.0)], tf.float32))

# %% py_func output has unknown shape
tf.py_func(lambda: np.zeros(2, np.float32), [], tf.float32).shape

# %% session tensor handle
h = tf.get_session_handle(tf.constant(3.0))
r = s.run(h)
(type(r).__name__, r.eval())

# %% get_session_tensor
r = s.run(tf.get_session_handle(tf.constant(3.0)))
hold, t = tf.get_session_tensor(r.handle, tf.float32)
s.run(t + 1, {hold: r.handle})

# %% train.batch / string_input_producer need queue runners
t = tf.train.string_input_producer(["a", "b"], shuffle=False, num_epochs=1).dequeue()
s.run(tf.local_variables_initializer())
co = tf.train.Coordinator()
th = tf.train.start_queue_runners(sess=s, coord=co)
r = [s.run(t), s.run(t)]
try:
    s.run(t)
except tf.errors.OutOfRangeError as e:
    r.append(type(e).__name__)
co.request_stop()
co.join(th)
r

# %% string_input_producer with an empty list
tf.train.string_input_producer([])

# %% train.batch
r = tf.train.batch([tf.constant(1)], 2)
co = tf.train.Coordinator()
th = tf.train.start_queue_runners(sess=s, coord=co)
v = s.run(r)
co.request_stop()
co.join(th)
v

# %% a session lost by a preemption is made anew, initialised, with the hooks told
L = []


class H(tf.train.SessionRunHook):
    def after_create_session(self, s, c):
        L.append("created")

    def after_run(self, c, r):
        if len(L) < 3:
            L.append("lost")
            raise tf.errors.AbortedError(None, None, "lost")


v = tf.Variable(1.0)
up = v.assign_add(1.0)
with tf.train.MonitoredSession(hooks=[H()]) as m:
    r = m.run(up), m.run(up)
(L, r)


# %% a SingularMonitoredSession is not
class H(tf.train.SessionRunHook):
    def before_run(self, c):
        raise tf.errors.UnavailableError(None, None, "gone")


v = tf.Variable(1.0)
with tf.train.SingularMonitoredSession(hooks=[H()]) as m:
    m.run(v)

# %% a session that cannot be made is tried again
L = []


class C:
    def create_session(self):
        L.append(1)
        if len(L) < 3:
            raise tf.errors.UnavailableError(None, None, "not yet")
        return tf.Session()


c = tf.constant(3)
with tf.train.MonitoredSession(C()) as m:
    r = m.run(c)
(r, len(L))

# %% a preemption in should_stop makes another session, any other failure of a thread ends the loop
L = []


class H(tf.train.SessionRunHook):
    def after_create_session(self, s, c):
        L.append(c)


v = tf.Variable(1.0)
m = tf.train.MonitoredSession(hooks=[H()])
with L[0].stop_on_exception():
    raise tf.errors.AbortedError(None, None, "lost")
r = [m.should_stop(), len(L)]
with L[1].stop_on_exception():
    raise ValueError("broken")
r + [m.should_stop(), ex(m.close)]

# %% what a thread failed with comes out of close, as of a run that fails for it
L = []


class H(tf.train.SessionRunHook):
    def after_create_session(self, s, c):
        L.append(c)

    def after_run(self, c, r):
        if len(L) < 2:
            with L[0].stop_on_exception():
                raise tf.errors.AbortedError(None, None, "lost")
            raise ValueError("because of it")


v = tf.Variable(1.0)
with tf.train.MonitoredSession(hooks=[H()]) as m:
    r = m.run(v)
(r, len(L))

# %% queue runners are started and stopped
q = tf.FIFOQueue(2, tf.int32, shapes=[[]], name="q")
tf.train.add_queue_runner(tf.train.QueueRunner(q, [q.enqueue(7)]))
d = q.dequeue_many(3)
with tf.train.MonitoredSession() as m:
    r = m.run(d), tf.train.start_queue_runners(sess=m)
(r, [t.name for t in threading.enumerate() if "QueueRunner" in t.name])

# %% two hooks feed the same
x = P(tf.float32, name="x")
h = tf.train.FeedFnHook(lambda: {x: 1.0})
tf.train.MonitoredSession(hooks=[h, tf.train.FeedFnHook(h.feed_fn)]).run(x)

# %% FeedFnHook feeds beside the caller
x, y = P(tf.float32, name="x"), P(tf.float32, name="y")
z = x - y
with tf.train.MonitoredSession(hooks=[tf.train.FeedFnHook(lambda: {x: 5.0})]) as m:
    r = m.run(z, {y: 2.0})
r

# %% FinalOpsHook
v = tf.Variable(1.0)
up, h = v.assign_add(1.0), tf.train.FinalOpsHook({"v": v})
with tf.train.MonitoredSession(hooks=[h]) as m:
    m.run(up)
h.final_ops_values

# %% hooks see the caller's arguments, the options of all of them and what was run
L = []


class H(tf.train.SessionRunHook):
    def before_run(self, c):
        L.append((c.original_args, c.session.graph is g, c.stop_requested))
        return tf.train.SessionRunArgs({"n": n, "o": up.op}, options=o)

    def after_run(self, c, r):
        L.append((r.results, r.options.timeout_in_ms, len(r.run_metadata.step_stats.dev_stats) > 0))


x = tf.constant(4.0, name="x")
up = tf.Variable(1.0).assign_add(1.0)
n = x * 2.0
o = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, timeout_in_ms=5000)
with tf.train.MonitoredSession(hooks=[H()]) as m:
    m.run("x:0", options=tf.RunOptions(timeout_in_ms=100000))
L

# %% a graph that was finalized stays so
v = tf.Variable(1.0)
i = tf.global_variables_initializer()
r = tf.report_uninitialized_variables()
s = tf.train.Scaffold(i, None, None, r, r, tf.no_op())
with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(s)) as m:
    a = m.graph is g, g.finalized
(a, m.graph, g.finalized, len(tf.get_collection(tf.GraphKeys.INIT_OP)))

# %% Scaffold: functions, feeds and what is in the collections already
x = P(tf.float32, [], name="x")
v = tf.Variable(x, name="v")
w = tf.Variable(1.0, name="w", collections=[tf.GraphKeys.LOCAL_VARIABLES])
up = v.assign_add(1.0)
s = tf.train.Scaffold(init_feed_dict={x: 4.0}, init_fn=lambda scaffold, sess: sess.run(up))
with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(s)) as m:
    r = m.run([v, w])
(r, tf.get_collection(tf.GraphKeys.INIT_OP) == [s.init_op])

# %% Scaffold: two init ops in the collection
tf.add_to_collection(tf.GraphKeys.INIT_OP, 1)
tf.add_to_collection(tf.GraphKeys.INIT_OP, 2)
tf.train.Scaffold().finalize()

# %% closed twice
v = tf.Variable(1.0)
m = tf.train.MonitoredSession()
m.close()
m.close()

# %% step_fn may request the end
v = tf.Variable(1.0)
L = []


def f(step_context):
    L.append(1)
    if len(L) == 2:
        step_context.request_stop()


with tf.train.MonitoredSession() as m:
    while not m.should_stop():
        m.run_step_fn(f)
len(L)

# %% LoggingTensorHook: names, every second run, at the end, a formatter
tf.constant([1.0, 1e-9], name="l")
k = tf.Variable(0, name="k", use_resource=False)
up = k.assign_add(1)
hooks = [
    tf.train.LoggingTensorHook(["l"], every_n_iter=10, at_end=True),
    tf.train.LoggingTensorHook({"n": "k:0"}, every_n_iter=2, formatter=lambda v: f"n is {v['n']}"),
]
with logs() as o:
    with tf.train.MonitoredSession(hooks=hooks) as m:
        [m.run(up.op) for _ in range(4)]
[re.sub("[0-9.]+ sec", "N sec", x[1]) for x in o if x[1].startswith(("l =", "n is"))]

# %% LoggingTensorHook of an ambiguous name, of another graph's tensor
tf.split([1.0, 2.0], 2, name="two")
h = tf.Graph()
with h.as_default():
    c = tf.constant(1.0, name="c")
a = ex(lambda: tf.train.LoggingTensorHook(["two"], every_n_iter=1).begin())
b = ex(lambda: tf.train.LoggingTensorHook({"c": c}, every_n_iter=1).begin())
(a, re.sub("0x[0-9a-f]+|<[a-z.]*Graph", "", b))

# %% LoggingTensorHook without a time
tf.train.LoggingTensorHook(["x"])

# %% StepCounterHook logs steps a second
up = tf.train.get_or_create_global_step().assign_add(1)
with logs() as o:
    with tf.train.MonitoredSession(hooks=[tf.train.StepCounterHook(every_n_steps=2)]) as m:
        [m.run(up) for _ in range(5)]
[re.sub("[0-9.e+]+$", "N", x[1]) for x in o if "/sec" in x[1]]

# %% StopAtStepHook of several steps goes on from where the step is
step = tf.train.get_or_create_global_step()
up, start = step.assign_add(2), step.assign(10)
s = tf.train.Scaffold(init_fn=lambda scaffold, sess: sess.run(start))
n = 0
hooks = [tf.train.StopAtStepHook(num_steps=5)]
with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(s), hooks) as m:
    while not m.should_stop():
        r = m.run(up)
        n += 1
(n, r)

# %% SecondOrStepTimer
t = tf.train.SecondOrStepTimer(every_steps=3)
r = [t.should_trigger_for_step(5), t.update_last_triggered_step(5), t.last_triggered_step()]
r += [t.should_trigger_for_step(i) for i in (5, 7, 8)]
r += [t.update_last_triggered_step(8)[1]]
t.reset()
r + [t.last_triggered_step(), tf.train.SecondOrStepTimer(100).should_trigger_for_step(1)]

# %% MonitoredTrainingSession of a chief and of a worker
L = []


class H(tf.train.SessionRunHook):
    def __init__(self, name):
        self.name = name

    def begin(self):
        L.append(self.name)


v = tf.Variable(1.0, name="v")
h = {"hooks": [H("both")], "chief_only_hooks": [H("chief")]}
with tf.train.MonitoredTrainingSession(**h) as m:
    r = m.run(v)
(r, ex(lambda: tf.train.MonitoredTrainingSession("", False, max_wait_secs=1, **h)), L)

# %% SessionManager: ready for local init
v = tf.Variable(1.0, name="v")
w = tf.Variable(v + 1.0, name="w", collections=[tf.GraphKeys.LOCAL_VARIABLES])
k = dict(
    local_init_op=w.initializer,
    ready_op=tf.report_uninitialized_variables([v, w]),
    ready_for_local_init_op=tf.report_uninitialized_variables([v]),
)
i = v.initializer
(
    tf.train.SessionManager(**k).prepare_session("", init_op=i).run(w),
    tf.train.SessionManager(**k).prepare_session("", init_fn=lambda sess: sess.run(i)).run(w),
    ex(lambda: tf.train.SessionManager(**k).prepare_session("")),
)

# %% SessionManager: ready_for_local_init_op without local_init_op
tf.train.SessionManager(ready_for_local_init_op=3)

# %% SessionManager: ready_op fails
v = tf.Variable(1.0, name="v", use_resource=False)
ready = tf.assert_variables_initialized([v])
r = ex(lambda: tf.train.SessionManager(ready_op=ready).prepare_session("", init_op=tf.no_op()))
(r[:115], "uninitialized value v" in r)

# %% SessionRunArgs given to run is a tuple of fetches; in a list as well
x = P(tf.float32, [None])
a = tf.train.SessionRunArgs(tf.square(x), {x: [1.0, 2.0]})
(ex(lambda: s.run(a)), ex(lambda: s.run([a])), ex(lambda: s.run(a._replace(feed_dict=None))))

# %% what hooks want to be debugged is put together
O = tf.RunOptions
W = type(O().debug_options.debug_tensor_watch_opts.add())
r = []


class H(tf.train.SessionRunHook):
    def __init__(self, name):
        self.name = name

    def before_run(self, c):
        o = O()
        o.debug_options.debug_tensor_watch_opts.add(node_name=self.name)
        return tf.train.SessionRunArgs(None, options=o)

    def after_run(self, c, v):
        r.append([w.node_name for w in v.options.debug_options.debug_tensor_watch_opts])


tf.constant(1.0, name="c")
with tf.train.MonitoredSession(hooks=[H("a"), H("b")]) as m:
    ex(lambda: m.run("c:0"))
r

# %% StepCounterHook warns where the step stays as it was
gs = tf.train.get_or_create_global_step()
with logs() as o:
    with tf.train.MonitoredSession(hooks=[tf.train.StepCounterHook(every_n_steps=1)]) as m:
        [m.run(gs) for _ in range(8)]
[x[1] for x in o if "global step" in x[1] or "inalized" in x[1]]

# %% step_fn with more than positional parameters
m = tf.train.MonitoredSession()
m.run_step_fn(lambda step_context, *a, **k: 1)

# %% tensor handles: delete, raw handle, fed in place of the tensor
c = tf.constant(3.0) * 2.0
h = tf.get_session_handle(c, name="h")
r = s.run([h, c, {"a": h}])
hold, t = tf.get_session_tensor(r[0].handle, tf.float32)
gone, delete = tf.delete_session_tensor(r[0].handle)
x = P(tf.float32)
k = r[0].handle
o = [str(r[0]), h.op.colocation_groups(), t.device, delete.device, s.run(x * 2.0, {x: r[0]})]
o += [r[0].get_raw_handle() == k, ex(r[0].eval), s.run(t, {hold: k}), s.run(delete, {gone: k})]
o + [ex(lambda: s.run(t, {hold: k})), ex(lambda: s.run(delete, {gone: k}))]

# %% tensor handles: what is refused
r = s.run(tf.get_session_handle(tf.constant(3.0)))
[
    ex(lambda: tf.get_session_handle(3.0)),
    ex(lambda: tf.get_session_tensor("nowhere", tf.float32)),
    ex(r.delete),
    ex(r.delete),
    ex(r.eval),
]
