"""Moving averages, the global step, falling learning rates, clipping."""

# %% averages of all trainable variables
a = tf.Variable([10.0, 20.0], name="a")
b = tf.Variable([1.0, 2.0], name="b")
tf.Variable(0.0, name="c", trainable=False)
e = tf.train.ExponentialMovingAverage(0.25)
u = e.apply()
s.run(tf.global_variables_initializer())
s.run(u)
s.run([a.assign([20.0, 40.0]), b.assign([0.0, 0.0])])
s.run(u)
[s.run(e.average(x)) for x in (a, b)], [v.name for v in tf.moving_average_variables()], u.name

# %% averages of tensors
t = tf.placeholder_with_default([2.0], [1], name="t")
e = tf.train.ExponentialMovingAverage(0.5)
u = e.apply([t])
s.run(tf.global_variables_initializer())
[s.run(e.average(t)) for _ in range(3) if s.run(u) is None], e.average(t).name, e.average_name(t)

# %% averages of tensors, corrected for their start
t = tf.placeholder_with_default([2.0], [1], name="t")
e = tf.train.ExponentialMovingAverage(0.5, zero_debias=True)
u = e.apply([t])
s.run(tf.global_variables_initializer())
r = [s.run(e.average(t)) for _ in range(3) if s.run(u) is None]
r, sorted(v.name for v in tf.global_variables())

# %% number of updates
v = tf.Variable(1.0, name="v")
n = tf.Variable(0, trainable=False)
e = tf.train.ExponentialMovingAverage(0.9, num_updates=n)
u = e.apply([v])
s.run(tf.global_variables_initializer())
s.run(v.assign(5.0))
(
    [s.run(e.average(v)) for _ in range(3) if s.run(u) is None],
    [s.run(n.assign(100)), s.run(u), s.run(e.average(v))][2],
)

# %% names of averages
v = tf.Variable(1.0, name="v")
with tf.name_scope("s"):
    w = tf.Variable(1.0, name="w")
e = tf.train.ExponentialMovingAverage(0.9, name="shadow")
r = [e.average_name(x) for x in (v, w)]
with tf.name_scope("t"):
    u = e.apply([v, w])
(
    r + [e.average(x).name for x in (v, w)],
    u.name,
    e.name,
    tf.train.ExponentialMovingAverage(0.9).average_name(v),
)

# %% integers have no average
tf.train.ExponentialMovingAverage(0.9).apply([tf.Variable(1, name="v")])

# %% applied twice
v = tf.Variable(1.0, name="v")
e = tf.train.ExponentialMovingAverage(0.9)
a, b = e.apply([v]), e.apply([v])
(a.name, b.name, len(tf.global_variables()))

# %% variables_to_restore
v = tf.Variable(1.0, name="v")
w = tf.Variable(1.0, name="w", trainable=False)
e = tf.train.ExponentialMovingAverage(0.9)
r = sorted(e.variables_to_restore())
e.apply([v])
(
    r,
    sorted((k, x.name) for k, x in e.variables_to_restore().items()),
    sorted(e.variables_to_restore([w])),
)

# %% an average starts at the value that the variable has
v = tf.Variable([1.0], name="v", use_resource=False)
s.run(v.initializer)
s.run(v.assign([7.0]))
e = tf.train.ExponentialMovingAverage(0.9)
e.apply([v])
s.run(e.average(v).initializer)
s.run(e.average(v))

# %% an average of a gradient step
v = tf.Variable([1.0], name="v")
o = tf.train.MomentumOptimizer(0.1, 0.9)
t = o.minimize(tf.reduce_sum(v * v))
e = tf.train.ExponentialMovingAverage(0.5)
u = e.apply(tf.trainable_variables())
s.run(tf.global_variables_initializer())
for _ in range(3):
    s.run(t)
    s.run(u)
s.run(e.average(v)), sorted(x.name for x in tf.global_variables())

# %% the global step and its collection
a = tf.train.create_global_step()
b = tf.train.get_global_step()
(
    a is b,
    a.name,
    a.dtype.base_dtype,
    a.trainable,
    [v.name for v in tf.get_collection("global_step")],
)

# %% the global step of a graph
with tf.Graph().as_default() as h:
    c = tf.train.create_global_step()
(
    tf.train.get_global_step(),
    tf.train.get_global_step(h) is c,
    tf.train.get_or_create_global_step(h) is c,
)

# %% create_global_step in scopes
with tf.name_scope("n"), tf.variable_scope("s"):
    v = tf.train.create_global_step()
v.name

# %% a tensor called global_step
x = tf.constant(3, name="global_step")
(tf.train.get_global_step() is x, tf.train.global_step(s, x))

# %% two global steps
tf.add_to_collection("global_step", tf.Variable(1))
tf.add_to_collection("global_step", tf.Variable(1))
tf.train.get_global_step()

# %% what is no global step
[
    ex(lambda: tf.train.assert_global_step(x))
    for x in (3, tf.constant(1.0), tf.constant([1]), tf.constant(1))
]

# %% the step counts after all updates
gs = tf.train.create_global_step()
v = tf.Variable(1.0)
t = tf.train.MomentumOptimizer(0.1, 0.9).minimize(v * v, global_step=gs)
s.run(tf.global_variables_initializer())
s.run(t), s.run(gs), t.name, t.type, [o.name for o in t.control_inputs]

# %% exponential decay over steps
n = P(tf.int64, [], name="n")
r = [
    tf.train.exponential_decay(0.1, n, 10, 0.96),
    tf.train.exponential_decay(0.1, n, 10, 0.96, staircase=True, name="stairs"),
    tf.train.natural_exp_decay(0.1, n, 10, 0.5),
    tf.train.inverse_time_decay(0.1, n, 10, 0.5),
    tf.train.inverse_time_decay(0.1, n, 10, 0.5, staircase=True),
    tf.train.cosine_decay(0.1, n, 20, alpha=0.1),
]
[t.name for t in r], [s.run(r, {n: i}) for i in (0, 5, 10, 25)]

# %% polynomial decay over steps
n = P(tf.int32, [], name="n")
r = [
    tf.train.polynomial_decay(0.1, n, 10),
    tf.train.polynomial_decay(0.1, n, 10, 0.01, power=2.0),
    tf.train.polynomial_decay(0.1, n, 10, 0.01, power=0.5, cycle=True),
]
[t.name for t in r], [s.run(r, {n: i}) for i in (0, 5, 10, 25)]

# %% piecewise constant
n = P(tf.int32, [], name="n")
r = tf.train.piecewise_constant(n, [10, 20], [1.0, 0.5, 0.1])
[s.run(r, {n: i}) for i in (0, 10, 11, 20, 21, 1000)]

# %% piecewise constant of an int64 step
n = tf.train.create_global_step()
s.run(n.initializer)
r = tf.train.piecewise_constant(n, [100, 110], [1.0, 0.1, 0.01])
[s.run(r) for i in (0, 100, 101) if s.run(n.assign(i)) is not None]

# %% piecewise constant of wrong types
x = tf.constant(1)
[
    ex(lambda: tf.train.piecewise_constant(x, [1.5], [1.0, 2.0])),
    ex(lambda: tf.train.piecewise_constant(x, [1], [1.0, 2])),
    ex(lambda: tf.train.piecewise_constant(x, [1, 2], [1.0, 2.0])),
]

# %% clip_by_value
x = tf.constant([-5.0, 0.5, 3.0])
s.run([tf.clip_by_value(x, -1.0, 1.0), tf.clip_by_value(x, [-9.0, 1.0, 0.0], 2.0)])

# %% clip_by_value, integers and names
x = tf.constant([-5, 0, 3])
r = tf.clip_by_value(x, -1, 1, name="c")
(r.name, r.dtype, s.run(r))

# %% clip_by_value must keep the shape
tf.clip_by_value(tf.constant([1.0]), [[0.0], [1.0]], 2.0)

# %% clip_by_value of IndexedSlices
x = tf.IndexedSlices(tf.constant([[5.0], [-5.0]]), tf.constant([0, 2]), tf.constant([3, 1]))
r = tf.clip_by_value(x, -1.0, 1.0)
(type(r).__name__, s.run(r.values), s.run(r.indices), r.dense_shape is x.dense_shape)

# %% gradient of clip_by_value
x = tf.constant([-5.0, 0.5, 3.0])
s.run(tf.gradients(tf.clip_by_value(x, -1.0, 1.0), x))

# %% clip_by_norm
x = tf.constant([[3.0, 0.0], [0.0, 4.0]])
s.run(
    [
        tf.clip_by_norm(x, 4.0),
        tf.clip_by_norm(x, 6.0),
        tf.clip_by_norm(x, 2.0, axes=[1]),
        tf.clip_by_norm(x, 0.0),
    ]
)

# %% clip_by_norm of zeros, and its gradient
x = tf.constant([0.0, 0.0])
y = tf.clip_by_norm(x, 1.0)
s.run(
    [y, tf.gradients(y, x)[0], tf.clip_by_norm(x, -1.0), tf.clip_by_norm([3.0], tf.constant(2.0))]
)

# %% clip_by_global_norm
x = [tf.constant([-2.0, 0.0, 0.0, 4.0]), tf.constant([1.0, -2.0])]
y, n = tf.clip_by_global_norm(x, 4.0)
z, m = tf.clip_by_global_norm(x, 10.0, use_norm=tf.constant(20.0), name="z")
s.run([y, n, z, m]), [t.name for t in y + z]

# %% clip_by_global_norm of infinities
x = [tf.constant([-2.0, np.inf]), tf.constant([1.0])]
s.run(tf.clip_by_global_norm(x, 4.0))

# %% clip_by_global_norm of IndexedSlices and None
x = [tf.IndexedSlices(tf.constant([3.0]), tf.constant([1])), None, tf.constant([4.0])]
y, n = tf.clip_by_global_norm(x, 1.0)
(type(y[0]).__name__, y[1], s.run([y[0].values, y[2], n]))

# %% norms of what is no list
ex(lambda: tf.clip_by_global_norm(tf.constant([1.0]), 1.0)), ex(lambda: tf.global_norm("ab"))

# %% global_norm
(
    s.run(tf.global_norm([tf.constant([3.0]), None, tf.constant([[4.0]])])),
    tf.global_norm([[1.0]], name="n").name,
)

# %% clip_by_average_norm
x = tf.constant([[3.0, 0.0], [0.0, 4.0]])
s.run([tf.clip_by_average_norm(x, 0.8), tf.clip_by_average_norm(x, 2.0)])
