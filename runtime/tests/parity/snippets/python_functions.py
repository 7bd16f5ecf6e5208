"""`py_func`, `numpy_function` and `py_function` in graphs."""

# %% type and name of a function of tensors
r = tf.py_function(lambda x: x * 2, [tf.constant([1.0])], tf.float32)
(r.op.type, r.name, r.shape, s.run(r))

# %% the gradient of a function of tensors
x = tf.constant([1.0, 2.0])
r = tf.py_function(lambda x: x * x, [x], tf.float32)
s.run(tf.gradients(r, x))

# %% a gradient has no gradient
x = tf.constant(3.0)
r = tf.py_function(lambda x: x * x * x, [x], tf.float32)
d = tf.gradients(r, x)[0]
ex(lambda: s.run([d, tf.gradients(d, x)]))

# %% py_function is a decorator as well
f = tf.py_function(Tout=tf.float32)(lambda x: x * 2)
ex(lambda: s.run(f(tf.constant(1.0))))

# %% a function of tensors in a loop
r = tf.while_loop(
    lambda i: i < 5, lambda i: tf.reshape(tf.py_function(lambda x: x + 1, [i], tf.int32), []), [0]
)
s.run(r)

# %% other numbers of results
r = tf.py_func(lambda x: (x, x), [1.0], tf.float32)
a = ex(lambda: s.run(r))
r = tf.py_func(lambda x: x, [1.0], [tf.float32, tf.float32])
(a, ex(lambda: s.run(r)))

# %% strings
r = tf.py_func(lambda x: x + b"!", [tf.constant("a")], tf.string)
q = tf.py_func(lambda: "unicode", [], tf.string)
z = tf.py_func(lambda: [b"a", b"bc"], [], tf.string)
u = tf.py_func(lambda: np.array(["x", "yy"]), [], tf.string)
[ex(lambda: s.run(t)) for t in (r, q, z, u)]
