"""Optimizers, slots, global step, moving averages, learning-rate decay."""

# %% minimize without variables
tf.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0))

# %% minimize loss unrelated to variables
v = tf.Variable(1.0, name="v")
tf.train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0))

# %% apply_gradients([])
tf.train.GradientDescentOptimizer(0.1).apply_gradients([])

# %% apply_gradients all None
v = tf.Variable(1.0, name="v")
tf.train.GradientDescentOptimizer(0.1).apply_gradients([(None, v)])

# %% some None gradients are skipped
a = tf.Variable(1.0)
b = tf.Variable(1.0)
o = tf.train.GradientDescentOptimizer(0.5)
t = o.apply_gradients([(tf.constant(1.0), a), (None, b)])
s.run(tf.global_variables_initializer())
s.run(t)
s.run([a, b])

# %% grads_and_vars with a non-variable
tf.train.GradientDescentOptimizer(0.1).apply_gradients([(tf.constant(1.0), tf.constant(1.0))])

# %% var_list with a non-variable
x = tf.constant(1.0)
tf.train.GradientDescentOptimizer(0.1).compute_gradients(x * x, var_list=[x])

# %% compute_gradients returns pairs in var order
a = tf.Variable(1.0, name="a")
b = tf.Variable(2.0, name="b")
r = tf.train.GradientDescentOptimizer(0.1).compute_gradients(a * b)
[(type(x).__name__, y.name) for x, y in r]

# %% loss must be float
v = tf.Variable(1)
tf.train.GradientDescentOptimizer(0.1).minimize(v * 2)

# %% bad gate_gradients
v = tf.Variable(1.0)
tf.train.GradientDescentOptimizer(0.1).compute_gradients(v * v, gate_gradients=5)

# %% invalid dtype variable
v = tf.Variable(1 + 2j, dtype=tf.complex64)
tf.train.AdamOptimizer(0.1).apply_gradients([(tf.constant(1 + 1j, tf.complex64), v)])

# %% one GradientDescent step
v = tf.Variable(1.0)
t = tf.train.GradientDescentOptimizer(0.1).minimize(v * v)
s.run(tf.global_variables_initializer())
s.run(t)
(s.run(v), t.type, t.name)

# %% global_step increments, after the update
v = tf.Variable(1.0)
gs = tf.train.get_or_create_global_step()
t = tf.train.GradientDescentOptimizer(0.1).minimize(v * v, global_step=gs)
s.run(tf.global_variables_initializer())
s.run(t)
s.run(t)
(s.run(gs), gs.name, gs.dtype.base_dtype)

# %% Momentum slots
v = tf.Variable(1.0, name="v")
o = tf.train.MomentumOptimizer(0.1, 0.9)
t = o.minimize(v * v)
(o.get_slot_names(), o.get_slot(v, "momentum").name, [x.name for x in o.variables()])

# %% Adam slots and beta powers
v = tf.Variable(1.0, name="v")
o = tf.train.AdamOptimizer(0.1)
t = o.minimize(v * v)
(o.get_slot_names(), sorted(x.name for x in o.variables()))

# %% get_slot unknown
v = tf.Variable(1.0)
tf.train.AdamOptimizer(0.1).get_slot(v, "m")

# %% slots are global but not trainable
v = tf.Variable(1.0, name="v")
tf.train.AdamOptimizer(0.1).minimize(v * v)
([x.name for x in tf.trainable_variables()], len(tf.global_variables()))

# %% uninitialized slots
v = tf.Variable(1.0, name="v")
t = tf.train.MomentumOptimizer(0.1, 0.9).minimize(v * v)
s.run(v.initializer)
s.run(t)

# %% two optimizers on one variable get separate slots
v = tf.Variable(1.0, name="v")
a = tf.train.AdamOptimizer(0.1)
b = tf.train.AdamOptimizer(0.1)
a.minimize(v * v)
b.minimize(v * v)
(a.get_slot(v, "m").name, b.get_slot(v, "m").name)

# %% learning rate may be a placeholder
v = tf.Variable(1.0)
lr = P(tf.float32, [])
t = tf.train.GradientDescentOptimizer(lr).minimize(v)
s.run(v.initializer)
s.run(t, {lr: 0.25})
s.run(v)

# %% learning rate may be a callable
v = tf.Variable(1.0)
t = tf.train.GradientDescentOptimizer(lambda: 0.5).minimize(v)
s.run(v.initializer)
s.run(t)
s.run(v)

# %% loss callable in graph mode
v = tf.Variable(1.0)
tf.train.GradientDescentOptimizer(0.1).minimize(lambda: v * v)

# %% train op added to GraphKeys.TRAIN_OP
v = tf.Variable(1.0)
t = tf.train.GradientDescentOptimizer(0.1).minimize(v)
tf.get_collection("train_op") == [t]

# %% sparse gradients: duplicate indices are summed
p = tf.Variable([1.0, 1.0])
t = tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(tf.gather(p, [0, 0])))
s.run(p.initializer)
s.run(t)
s.run(p)

# %% clip_by_global_norm
c, n = tf.clip_by_global_norm([tf.constant([3.0]), None, tf.constant([4.0])], 1.0)
(s.run([c[0], c[2], n]), c[1])

# %% exponential_decay
gs = tf.Variable(10, trainable=False)
s.run(gs.initializer)
s.run(
    [
        tf.train.exponential_decay(1.0, gs, 5, 0.5),
        tf.train.exponential_decay(1.0, gs, 4, 0.5, staircase=True),
    ]
)

# %% exponential_decay without global_step
tf.train.exponential_decay(1.0, None, 5, 0.5)

# %% ExponentialMovingAverage
v = tf.Variable(1.0, name="v")
e = tf.train.ExponentialMovingAverage(0.9)
a = e.apply([v])
s.run(tf.global_variables_initializer())
s.run(v.assign(2.0))
s.run(a)
(s.run(e.average(v)), e.average_name(v), e.average(v).name)

# %% EMA.average of an unknown variable
v = tf.Variable(1.0)
tf.train.ExponentialMovingAverage(0.9).average(v)

# %% get_global_step with none
tf.train.get_global_step()

# %% create_global_step twice
tf.train.create_global_step()
tf.train.create_global_step()

# %% global_step with float dtype
tf.Variable(1.0, name="global_step", trainable=False)
tf.train.get_global_step()

# %% global_step(sess, tensor)
gs = tf.train.create_global_step()
s.run(gs.initializer)
tf.train.global_step(s, gs)

# %% assert_global_step
tf.train.assert_global_step(tf.Variable([1], name="g"))

# %% gradients of what has no operation
v = tf.Variable(1.0)
o = tf.train.GradientDescentOptimizer(0.1)
[
    ex(lambda: o.compute_gradients(v * v, [3])),
    ex(lambda: o.apply_gradients([(tf.constant(1.0), 3)])),
    ex(lambda: o.compute_gradients(v * v, [v.op])),
]
