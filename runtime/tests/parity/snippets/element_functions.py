"""map_fn, scan, foldl and foldr, and what loops do with arrays."""

# %% map_fn
e = tf.constant([1.0, 2.0, 3.0, 4.0])
r = tf.map_fn(lambda x: x * x, e)
r, s.run(r)

# %% map_fn with two results
e = tf.constant([1.0, 2.0, 3.0, 4.0])
r = tf.map_fn(lambda x: (x, -x), e, dtype=(tf.float32, tf.float32))
r, s.run(r)

# %% map_fn over rows, none among them
p = tf.placeholder(tf.float32, [None, 2])
r = tf.map_fn(lambda x: tf.reduce_sum(x), p)
r.shape.as_list(), s.run(r, {p: [[1, 2], [3, 4]]}), s.run(r, {p: np.zeros([0, 2])})

# %% map_fn over a pair, and to a dict
e = tf.constant([1.0, 2.0, 3.0, 4.0])
a = tf.map_fn(lambda x: x[0] * x[1], (e, e), dtype=tf.float32)
b = tf.map_fn(lambda x: {"a": x, "b": x + 1}, e, dtype={"a": tf.float32, "b": tf.float32})
s.run([a, b])

# %% map_fn with gradients
e = tf.constant([1.0, 2.0, 3.0, 4.0])
w = tf.constant(2.0)
a = tf.map_fn(lambda x: x * x * x, e)
b = tf.map_fn(lambda x: x * w, e)
g = tf.gradients(a, e), tf.gradients(b, [e, w])
s.run([a, b, g])

# %% map_fn in map_fn, with gradients
p = tf.placeholder(tf.float32, [None, 2])
r = tf.map_fn(lambda x: tf.map_fn(lambda z: z * x[0], x), p)
g = tf.gradients(r, p)
s.run([r, g], {p: [[1, 2], [3, 4]]})

# %% map_fn of branches, with gradients
e = tf.constant([1.0, 2.0, 3.0, 4.0])
r = tf.map_fn(lambda x: tf.cond(x > 2, lambda: x * x, lambda: x), e)
g = tf.gradients(r, e)
s.run([r, g])

# %% map_fn to another dtype without saying so
e = tf.constant([1.0, 2.0])
r = tf.map_fn(lambda a: tf.cast(a, tf.int32), e)
s.run(r)

# %% what map_fn refuses
e = tf.constant([1.0, 2.0])
[
    ex(lambda: tf.map_fn(lambda x: (x, x), e)),
    ex(lambda: tf.map_fn(lambda x: x, tf.constant(1.0))),
    ex(lambda: tf.map_fn(lambda x: x, [])),
    ex(lambda: tf.map_fn(lambda x: x[0], (e, tf.zeros([3])), dtype=tf.float32)),
]

# %% scan, forwards and backwards
e = tf.constant([1.0, 2.0, 3.0, 4.0])
r = [
    tf.scan(lambda a, x: a + x, e),
    tf.scan(lambda a, x: a + x, e, reverse=True),
    tf.scan(lambda a, x: a * x, e, initializer=2.0),
]
[t.name for t in r], s.run(r)

# %% scan of a pair
e = tf.constant([1.0, 2.0, 3.0, 4.0])
s.run(tf.scan(lambda a, x: (a[1], a[0] + a[1]), e, (tf.constant(0.0), tf.constant(1.0))))

# %% scan with gradients
e = tf.constant([1.0, 2.0, 3.0, 4.0])
w = tf.constant(2.0)
a = tf.scan(lambda a, x: a * x, e)
b = tf.scan(lambda a, x: a * x, e, initializer=w)
g = tf.gradients(a, e), tf.gradients(b, [e, w])
s.run([a, b, g])

# %% what scan refuses
e = tf.constant([1.0, 2.0])
[ex(lambda: tf.scan(lambda a, x: (a, x), e)), ex(lambda: tf.scan(lambda a, x: a, tf.constant(1.0)))]

# %% foldl and foldr
e = tf.constant([1.0, 2.0, 3.0, 4.0])
r = [
    tf.foldl(lambda a, x: a - x, e),
    tf.foldr(lambda a, x: a - x, e),
    tf.foldl(lambda a, x: a - x, e, initializer=10.0),
    tf.foldr(lambda a, x: a - x, e, initializer=10.0),
]
[t.name for t in r], s.run(r)

# %% foldl and foldr with gradients
e = tf.constant([1.0, 2.0, 3.0, 4.0])
g = (
    tf.gradients(tf.foldl(lambda a, x: a * x, e), e),
    tf.gradients(tf.foldr(lambda a, x: a * x, e), e),
)
s.run(g)

# %% a sparse tensor as a loop variable
t = tf.SparseTensor([[0, 0]], [1.0], [2, 2])
r = tf.while_loop(
    lambda i, t: i < 3,
    lambda i, t: (i + 1, tf.SparseTensor(t.indices, t.values * 2, t.dense_shape)),
    [0, t],
)
s.run(r[1])

# %% a tensor array as a loop variable
t = tf.TensorArray(tf.float32, 3).write(0, 1.0)
r = tf.while_loop(
    lambda i, t: i < 3, lambda i, t: (i + 1, t.write(i, tf.cast(i, tf.float32))), [1, t]
)
s.run(r[1].stack())

# %% map_fn with a variable, with gradients
v = tf.Variable(3.0)
e = tf.constant([1.0, 2.0])
r = tf.map_fn(lambda x: x * v, e)
g = tf.gradients(r, [v, e])
s.run(v.initializer)
s.run([r, g])

# %% what is no function
[ex(lambda: f(3, tf.constant([1]))) for f in (tf.map_fn, tf.scan, tf.foldl, tf.foldr)]
