"""`Saver`, checkpoints and meta graphs."""

# %% no variables
tf.train.Saver()

# %% save/restore round trip, path returned
v = tf.Variable(3.0, name="v")
sv = tf.train.Saver()
s.run(v.initializer)
d = tempfile.mkdtemp()
p = sv.save(s, d + "/m", global_step=7)
s.run(v.assign(0.0))
sv.restore(s, p)
(os.path.basename(p), s.run(v), sorted(os.listdir(d)))

# %% restore initialises (no init op needed)
v = tf.Variable(3.0, name="v")
sv = tf.train.Saver()
s.run(v.initializer)
p = sv.save(s, tempfile.mkdtemp() + "/m")
s2 = tf.Session()
sv.restore(s2, p)
s2.run(v)

# %% save with uninitialized variable
v = tf.Variable(3.0, name="v")
sv = tf.train.Saver()
sv.save(s, tempfile.mkdtemp() + "/m")

# %% restore from None
v = tf.Variable(3.0)
tf.train.Saver().restore(s, None)

# %% restore from a missing path
v = tf.Variable(3.0)
tf.train.Saver().restore(s, "/tmp/nope/x")

# %% restore: key missing in the checkpoint
v = tf.Variable(3.0, name="v")
s.run(v.initializer)
p = tf.train.Saver().save(s, tempfile.mkdtemp() + "/m")
w = tf.Variable(1.0, name="w")
tf.train.Saver().restore(s, p)

# %% restore: shape mismatch
v = tf.Variable([3.0], name="v")
s.run(v.initializer)
p = tf.train.Saver().save(s, tempfile.mkdtemp() + "/m")
with tf.Graph().as_default():
    tf.Variable([1.0, 2.0], name="v")
    tf.train.Saver().restore(tf.Session(), p)

# %% save in a directory that does not exist
v = tf.Variable(3.0)
s.run(v.initializer)
tf.train.Saver().save(s, tempfile.mkdtemp() + "/a/b/m")

# %% save_path empty string
v = tf.Variable(3.0)
s.run(v.initializer)
tf.train.Saver().save(s, "")

# %% latest_checkpoint
v = tf.Variable(3.0)
s.run(v.initializer)
d = tempfile.mkdtemp()
sv = tf.train.Saver(max_to_keep=2)
[sv.save(s, d + "/m", global_step=i) for i in range(4)]
(
    os.path.basename(tf.train.latest_checkpoint(d)),
    [os.path.basename(p) for p in sv.last_checkpoints],
    tf.train.latest_checkpoint(tempfile.mkdtemp()),
)

# %% get_checkpoint_state text
v = tf.Variable(3.0)
s.run(v.initializer)
d = tempfile.mkdtemp()
tf.train.Saver().save(s, d + "/m")
(
    open(d + "/checkpoint").read(),
    type(tf.train.get_checkpoint_state(d)).__name__,
    tf.train.get_checkpoint_state(tempfile.mkdtemp()),
)

# %% var_list dict renames
v = tf.Variable(3.0, name="v")
s.run(v.initializer)
p = tf.train.Saver({"other": v}).save(s, tempfile.mkdtemp() + "/m")
tf.train.list_variables(p)

# %% duplicate names in var_list
v = tf.Variable(3.0, name="v")
tf.train.Saver([v, v])

# %% var_list with a tensor
tf.train.Saver([tf.constant(1.0)])

# %% session is not a session
v = tf.Variable(3.0)
tf.train.Saver().save(3, "/tmp/x")

# %% checkpoint_exists / load_variable / NewCheckpointReader
v = tf.Variable([3.0, 4.0], name="v")
s.run(v.initializer)
p = tf.train.Saver().save(s, tempfile.mkdtemp() + "/m")
r = tf.train.NewCheckpointReader(p)
(
    tf.train.checkpoint_exists(p),
    tf.train.load_variable(p, "v"),
    r.get_variable_to_shape_map(),
    r.has_tensor("x"),
)

# %% import_meta_graph
v = tf.Variable(3.0, name="v")
s.run(v.initializer)
p = tf.train.Saver().save(s, tempfile.mkdtemp() + "/m")
with tf.Graph().as_default() as h:
    sv = tf.train.import_meta_graph(p + ".meta")
    s2 = tf.Session()
    sv.restore(s2, p)
    r = s2.run("v:0")
r
