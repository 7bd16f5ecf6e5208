"""Whole trainings: many steps of each optimizer give TensorFlow's numbers."""

# %% 100 steps of gradient descent
x = np.linspace(-1, 1, 40, dtype=np.float32).reshape(20, 2)
y = (x @ [[1.5], [-2.0]] + 0.5).astype(np.float32)
w = tf.Variable(np.zeros((2, 1), np.float32))
b = tf.Variable([0.0])
loss = tf.reduce_mean(tf.squared_difference(tf.matmul(x, w) + b, y))
t = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
s.run(tf.global_variables_initializer())
losses = [s.run([t, loss])[1] for _ in range(100)]
losses[::10], s.run([w, b])

# %% 100 steps of Momentum
v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])
t = tf.train.MomentumOptimizer(0.05, 0.9).minimize(tf.reduce_sum(tf.square(v - 1.0)))
s.run(tf.global_variables_initializer())
[s.run(v) for _ in range(100) if s.run(t) is None][::9]

# %% 100 steps of Nesterov's momentum
v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])
o = tf.train.MomentumOptimizer(0.05, 0.9, use_nesterov=True)
t = o.minimize(tf.reduce_sum(tf.square(v - 1.0)))
s.run(tf.global_variables_initializer())
[s.run([v, o.get_slot(v, "momentum")]) for _ in range(100) if s.run(t) is None][::9]

# %% 100 steps of Adam
v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])
o = tf.train.AdamOptimizer(0.05)
t = o.minimize(tf.reduce_sum(tf.square(v - 1.0)))
s.run(tf.global_variables_initializer())
r = [s.run([v, o.get_slot(v, "m"), o.get_slot(v, "v")]) for _ in range(100) if s.run(t) is None]
r[::9], s.run(sorted(o.variables(), key=lambda x: x.name)[:2])

# %% 100 steps of Adagrad
v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])
t = tf.train.AdagradOptimizer(0.5).minimize(tf.reduce_sum(tf.square(v - 1.0)))
s.run(tf.global_variables_initializer())
[s.run(v) for _ in range(100) if s.run(t) is None][::9]

# %% 100 steps of RMSProp
v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])
t = tf.train.RMSPropOptimizer(0.05, momentum=0.5).minimize(tf.reduce_sum(tf.square(v - 1.0)))
s.run(tf.global_variables_initializer())
[s.run(v) for _ in range(100) if s.run(t) is None][::9]

# %% 100 steps of centred RMSProp
v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])
o = tf.train.RMSPropOptimizer(0.05, centered=True, epsilon=0.1)
t = o.minimize(tf.reduce_sum(tf.square(v - 1.0)))
s.run(tf.global_variables_initializer())
r = [s.run(v) for _ in range(100) if s.run(t) is None]
r[::9], o.get_slot_names(), sorted(x.name for x in o.variables())

# %% double precision
v = tf.Variable(np.array([1.0, -2.0]))
t = tf.train.AdamOptimizer(tf.constant(0.05)).minimize(tf.reduce_sum(tf.exp(v)))
s.run(tf.global_variables_initializer())
[s.run(v) for _ in range(20) if s.run(t) is None]

# %% half precision
v = tf.Variable(np.array([1.0, -2.0], np.float16))
t = tf.train.MomentumOptimizer(0.25, 0.5).minimize(tf.reduce_sum(v * v))
s.run(tf.global_variables_initializer())
[s.run(v) for _ in range(3) if s.run(t) is None]

# %% rows of an embedding, gradient descent
e = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2))
t = tf.train.GradientDescentOptimizer(0.1).minimize(
    tf.reduce_sum(tf.square(tf.nn.embedding_lookup(e, [0, 2, 2])))
)
s.run(tf.global_variables_initializer())
[s.run(e) for _ in range(3) if s.run(t) is None]

# %% rows of an embedding, Momentum
e = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2))
t = tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True).minimize(
    tf.reduce_sum(tf.square(tf.gather(e, [0, 2, 2])))
)
s.run(tf.global_variables_initializer())
[s.run(e) for _ in range(3) if s.run(t) is None]

# %% rows of an embedding, Adam
e = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2))
t = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(tf.square(tf.gather(e, [0, 2, 2]))))
s.run(tf.global_variables_initializer())
[s.run(e) for _ in range(5) if s.run(t) is None]

# %% rows of an embedding, Adagrad
e = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2))
t = tf.train.AdagradOptimizer(0.1).minimize(tf.reduce_sum(tf.square(tf.gather(e, [0, 2, 2]))))
s.run(tf.global_variables_initializer())
[s.run(e) for _ in range(3) if s.run(t) is None]

# %% rows of an embedding, RMSProp
e = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2))
o = tf.train.RMSPropOptimizer(0.1, momentum=0.5, centered=True)
t = o.minimize(tf.reduce_sum(tf.square(tf.gather(e, [0, 2, 2]))))
s.run(tf.global_variables_initializer())
[s.run(e) for _ in range(3) if s.run(t) is None]

# %% a falling learning rate
gs = tf.train.get_or_create_global_step()
rate = tf.train.exponential_decay(0.5, gs, 3, 0.5, staircase=True)
v = tf.Variable(4.0)
t = tf.train.GradientDescentOptimizer(rate).minimize(v * v, global_step=gs)
s.run(tf.global_variables_initializer())
[s.run([v, gs, rate]) for _ in range(8) if s.run(t) is None]

# %% gradients clipped before they are applied
v = tf.Variable([3.0, 4.0])
w = tf.Variable([0.0])
o = tf.train.GradientDescentOptimizer(1.0)
pairs = o.compute_gradients(tf.reduce_sum(v * v) + tf.reduce_sum(w))
clipped, norm = tf.clip_by_global_norm([grad for grad, _ in pairs], 1.0)
t = o.apply_gradients(zip(clipped, [x for _, x in pairs]))
s.run(tf.global_variables_initializer())
[s.run([norm, v, w]) for _ in range(3) if s.run(t) is None]

# %% a softmax classifier
rng = np.random.RandomState(0)
x = rng.rand(64, 5).astype(np.float32)
y = np.eye(3, dtype=np.float32)[(x.sum(1) * 10).astype(int) % 3]
w = tf.Variable(tf.zeros([5, 3]))
b = tf.Variable(tf.zeros([3]))
a = tf.placeholder(tf.float32, [None, 5])
c = tf.placeholder(tf.float32, [None, 3])
logits = tf.matmul(a, w) + b
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=c, logits=logits))
t = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
s.run(tf.global_variables_initializer())
[s.run([t, loss], {a: x, c: y})[1] for _ in range(50)][::7], s.run([w, b])

# %% two variables, one step after the other in one run
a = tf.Variable(1.0)
b = tf.Variable(2.0)
o = tf.train.GradientDescentOptimizer(0.1)
first = o.minimize(a * b, var_list=[a])
with tf.control_dependencies([first]):
    second = o.minimize(tf.square(a.read_value() - b), var_list=[b])
s.run(tf.global_variables_initializer())
s.run(second)
s.run([a, b])

# %% the average of a trained variable
v = tf.Variable(4.0, name="v")
t = tf.train.GradientDescentOptimizer(0.25).minimize(v * v)
e = tf.train.ExponentialMovingAverage(0.5)
with tf.control_dependencies([t]):
    both = e.apply([v])
s.run(tf.global_variables_initializer())
[s.run([v, e.average(v)]) for _ in range(4) if s.run(both) is None]

# %% a constraint is applied after the step
v = tf.Variable([0.5, -0.5], constraint=lambda x: tf.clip_by_value(x, 0.0, 1.0))
t = tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(v))
s.run(tf.global_variables_initializer())
s.run(t)
s.run(v)

# %% a constraint and a sparse gradient
v = tf.Variable([0.5, -0.5], constraint=lambda x: x)
tf.train.GradientDescentOptimizer(1.0).minimize(tf.reduce_sum(tf.gather(v, [0])))

# %% streaming accuracy
p = tf.placeholder(tf.int64, [None])
q = tf.placeholder(tf.int64, [None])
a, u = tf.metrics.accuracy(q, p)
s.run(tf.local_variables_initializer())
r = [s.run(u, {p: [1, 2], q: [1, 3]}), s.run(a), s.run(u, {p: [4, 4, 4], q: [4, 4, 4]}), s.run(a)]
r, [x.name for x in tf.local_variables()], [x.name for x in tf.get_collection("metric_variables")]

# %% streaming mean with weights
p = tf.placeholder(tf.float32, [2])
m, u = tf.metrics.mean(p, weights=[1.0, 3.0], name="m", updates_collections=["u"])
s.run(tf.local_variables_initializer())
s.run(u, {p: [4.0, 0.0]}), s.run(m), m.name, u.name, tf.get_collection("u") == [u]

# %% streaming accuracy of shapes that differ by an axis
a, u = tf.metrics.accuracy([[1], [2]], [1, 2], weights=[0.0, 1.0])
s.run(tf.local_variables_initializer())
s.run(u), a.shape

# %% streaming accuracy of shapes that do not fit
tf.metrics.accuracy([1, 2, 3], [1, 2])

# %% 100 steps of Adadelta
v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])
o = tf.train.AdadeltaOptimizer(5.0, epsilon=1e-4)
t = o.minimize(tf.reduce_sum(tf.square(v - 1.0)))
s.run(tf.global_variables_initializer())
r = [s.run(v) for _ in range(100) if s.run(t) is None]
r[::9], o.get_slot_names(), sorted(x.name for x in o.variables())

# %% rows of an embedding, Adadelta
e = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2))
o = tf.train.AdadeltaOptimizer(1.0, 0.9, 1e-3)
t = o.minimize(tf.reduce_sum(tf.square(tf.gather(e, [0, 2, 2]))))
s.run(tf.global_variables_initializer())
[s.run(e) for _ in range(3) if s.run(t) is None]
