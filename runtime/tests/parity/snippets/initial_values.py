"""Initializers: constants, random numbers of the right spread, their configuration."""

# %% constants
r = [
    tf.zeros_initializer()([2]),
    tf.ones_initializer()([2], tf.int32),
    tf.constant_initializer(3.0)([2]),
    tf.constant_initializer([1, 2])([2], dtype=tf.int64),
    tf.constant_initializer([1.0, 2.0])([2, 2]),
    tf.constant_initializer(np.arange(6))([2, 3]),
    tf.initializers.identity(2.0)([2, 3]),
]
s.run(r), [t.dtype for t in r]

# %% constants of the wrong size
[
    ex(lambda: tf.constant_initializer([1.0, 2.0, 3.0])([2])),
    ex(lambda: tf.constant_initializer([1.0, 2.0], verify_shape=True)([2, 2])),
    ex(lambda: tf.constant_initializer([1.0, 2.0])([2, 2], verify_shape=True)),
    ex(lambda: tf.constant_initializer("a")),
    ex(lambda: tf.constant_initializer(tf.constant(1.0))),
]

# %% dtypes must be floating
[
    ex(lambda: f(dtype=tf.int32))
    for f in (
        tf.random_normal_initializer,
        tf.truncated_normal_initializer,
        tf.variance_scaling_initializer,
        tf.uniform_unit_scaling_initializer,
        tf.initializers.identity,
    )
]

# %% arguments of variance_scaling
[
    ex(lambda: tf.variance_scaling_initializer(scale=0)),
    ex(lambda: tf.variance_scaling_initializer(mode="fan")),
    ex(lambda: tf.variance_scaling_initializer(distribution="square")),
]

# %% identity wants a matrix
tf.initializers.identity()([2])

# %% shapes and dtypes of random initializers
f = [
    tf.random_uniform_initializer(-1, 1, seed=1),
    tf.random_normal_initializer(1.0, 2.0, seed=1),
    tf.truncated_normal_initializer(seed=1),
    tf.uniform_unit_scaling_initializer(seed=1),
    tf.variance_scaling_initializer(seed=1),
    tf.glorot_uniform_initializer(seed=1),
    tf.glorot_normal_initializer(seed=1),
    tf.initializers.he_normal(),
    tf.initializers.he_uniform(),
    tf.initializers.lecun_normal(),
    tf.initializers.lecun_uniform(),
]
r = [x([3, 2]) for x in f] + [x([3, 2], tf.float64) for x in f[:2]]
[(t.shape, t.dtype, t.op.type) for t in r], [(v.shape, v.dtype) for v in s.run(r)]

# %% the spread of random initializers
f = {
    "uniform": tf.random_uniform_initializer(-1.0, 3.0),
    "normal": tf.random_normal_initializer(1.0, 2.0),
    "truncated": tf.truncated_normal_initializer(0.0, 0.5),
    "glorot_uniform": tf.glorot_uniform_initializer(),
    "glorot_normal": tf.glorot_normal_initializer(),
    "he": tf.initializers.he_normal(),
    "untruncated": tf.variance_scaling_initializer(distribution="untruncated_normal"),
    "unit": tf.uniform_unit_scaling_initializer(),
}
spread = [1.155, 2.0, 0.44, 0.0632, 0.0632, 0.0707, 0.05, 0.05]
r = {k: s.run(x([400, 100])) for k, x in f.items()}
off = [v.std() / x for x, v in zip(spread, r.values())]
[bool(0.97 < x < 1.03) for x in off], bool(abs(r["truncated"]).max() <= 1.0)

# %% configuration
f = [
    tf.zeros_initializer(),
    tf.constant_initializer(3.0, tf.float64),
    tf.random_uniform_initializer(0, 2, seed=4),
    tf.random_normal_initializer(),
    tf.variance_scaling_initializer(2.0, "fan_out", "uniform", 3),
    tf.glorot_uniform_initializer(seed=5),
    tf.initializers.identity(),
]
(
    [x.get_config() for x in f],
    [type(x).from_config(x.get_config()).get_config() == x.get_config() for x in f],
)

# %% types
[
    type(x()).__name__
    for x in (tf.zeros_initializer, tf.glorot_normal_initializer, tf.initializers.ones)
]

# %% functions of tf.initializers
v = tf.Variable(1.0, name="v")
[
    tf.initializers.global_variables().name,
    tf.initializers.variables([v]).name,
    tf.initializers.local_variables().type,
]

# %% as initial values of variables
with tf.variable_scope("a", initializer=tf.random_uniform_initializer(2.0, 2.0001)):
    v = tf.get_variable("v", [2, 2])
s.run(v.initializer)
(v.initial_value.name, s.run(v).round(2))

# %% a shape that is a tensor
n = tf.constant([2, 3])
s.run([tf.zeros_initializer()(n), tf.ones_initializer()(n)])

# %% every initializer draws anew
v = tf.get_variable("v", [100])
a, b = [s.run(v) for _ in range(2) if s.run(v.initializer) is None]
bool((a == b).all())

# %% seeds of initializers
f = tf.random_uniform_initializer(seed=7)
a, b = f([3]), f([3])
x, y = s.run([a, b])
(bool((x == y).all()), [t.op.inputs[0].op.inputs[0].op.get_attr("seed2") for t in (a, b)])
