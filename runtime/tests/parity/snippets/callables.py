"""`make_callable` and `partial_run`."""

# %% make_callable: no feeds
c = tf.constant(3.0)
f = s.make_callable(c)
f()

# %% feed_list gives positional args
x = P(tf.float32)
y = P(tf.float32)
f = s.make_callable(x - y, [x, y])
f(5.0, 3.0)

# %% structured fetches keep structure, op -> None
c = tf.constant(1)
s.make_callable({"a": c, "b": [c.op]})()

# %% missing argument
x = P(tf.float32)
f = s.make_callable(x + 1, [x])
f()

# %% surplus positional argument is silently ignored (feed_list of one, two args given)
x = P(tf.float32)
f = s.make_callable(x + 1, [x])
f(1.0, 2.0)

# %% keyword feed rejected
x = P(tf.float32, name="x")
f = s.make_callable(x + 1, [x])
f(x=1.0)

# %% feed_list must be a list or tuple
x = P(tf.float32)
s.make_callable(x, {x: 1})

# %% feed_list with a string name
x = P(tf.float32, name="x")
s.make_callable(x + 1, ["x:0"])(2.0)

# %% callable converts python lists
x = P(tf.float32, [2])
s.make_callable(x * 2, [x])([1, 2])

# %% callable with a wrong shape
x = P(tf.float32, [2], name="x")
s.make_callable(x * 2, [x])([1.0, 2.0, 3.0])

# %% callable after session close
c = tf.constant(1)
f = s.make_callable(c)
s.close()
f()

# %% accept_options=True: options / run_metadata keywords
c = tf.constant(1)
f = s.make_callable(c, accept_options=True)
m = tf.RunMetadata()
r = f(options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=m)
(r, m.HasField("step_stats"))

# %% callable created before the graph grew still works
v = tf.Variable(1.0)
s.run(v.initializer)
f = s.make_callable(v)
a = v.assign(4.0)
s.run(a)
f()

# %% partial_run basic
a = P(tf.float32, [])
b = P(tf.float32, [])
c = P(tf.float32, [])
r1 = a + b
r2 = r1 * c
h = s.partial_run_setup([r1, r2], [a, b, c])
x = s.partial_run(h, r1, {a: 1.0, b: 2.0})
(x, s.partial_run(h, r2, {c: x * 10}))

# %% handle type
a = P(tf.float32, [])
h = s.partial_run_setup([a + 1], [a])
type(h).__name__

# %% partial_run: feed twice
a = P(tf.float32, [], name="a")
b = P(tf.float32, [])
r1 = a + 1
r2 = r1 * b
h = s.partial_run_setup([r1, r2], [a, b])
s.partial_run(h, r1, {a: 1.0})
s.partial_run(h, r2, {a: 1.0, b: 1.0})

# %% partial_run: fetch twice
a = P(tf.float32, [])
b = P(tf.float32, [])
r1 = tf.add(a, 1, name="r1")
r2 = r1 * b
h = s.partial_run_setup([r1, r2], [a, b])
s.partial_run(h, r1, {a: 1.0})
s.partial_run(h, r1, {b: 1.0})

# %% partial_run: feed that was not declared
a = P(tf.float32, [])
b = P(tf.float32, [], name="b")
h = s.partial_run_setup([a + 1], [a])
s.partial_run(h, a + 1, {b: 1.0})

# %% partial_run: fetch that was not declared
a = P(tf.float32, [])
r1 = a + 1
z = tf.add(a, 2, name="z")
h = s.partial_run_setup([r1], [a])
s.partial_run(h, z, {a: 1.0})

# %% partial_run: needed feed missing for this step
a = P(tf.float32, [], name="a")
b = P(tf.float32, [], name="b")
r1 = tf.add(a, b, name="r1")
h = s.partial_run_setup([r1], [a, b])
s.partial_run(h, r1, {a: 1.0})

# %% partial_run: bogus handle
a = P(tf.float32, [])
s.partial_run("foo", a + 1, {a: 1.0})

# %% setup with no fetches
a = P(tf.float32, [])
s.partial_run_setup([], [a])

# %% partial_run with None fetches
a = P(tf.float32, [])
h = s.partial_run_setup([a + 1], [a])
s.partial_run(h, None, {a: 1.0})

# %% partial_run with empty fetch list
a = P(tf.float32, [])
r1 = a + 1
h = s.partial_run_setup([r1], [a])
(s.partial_run(h, [], {a: 1.0}), s.partial_run(h, r1))

# %% setup without feeds, then run
r1 = tf.constant(1.0) + 2
h = s.partial_run_setup([r1])
s.partial_run(h, r1)

# %% run() and partial_run can be mixed
a = P(tf.float32, [])
r1 = a + 1
h = s.partial_run_setup([r1], [a])
x = s.run(r1, {a: 10.0})
(x, s.partial_run(h, r1, {a: 1.0}))

# %% finished handle reused
a = P(tf.float32, [])
r1 = a + 1
h = s.partial_run_setup([r1], [a])
s.partial_run(h, r1, {a: 1.0})
s.partial_run(h, r1, {a: 1.0})

# %% partial_run_setup on closed session
a = P(tf.float32, [])
s.close()
s.partial_run_setup([a], [a])
