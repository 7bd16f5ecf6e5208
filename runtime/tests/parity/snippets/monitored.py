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
