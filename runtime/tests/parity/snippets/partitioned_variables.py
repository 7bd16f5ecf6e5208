"""`get_variable` with a partitioner, and variables cut into parts."""


# %% a partitioner of one's own
def part(shape=None, **unused):
    r = [1] * len(shape)
    r[0] = 2
    return r


v = tf.get_variable("v", [4, 2], partitioner=part)
(type(v).__name__, v.name, [x.name for x in v])


# %% the partitioner of a scope
def part(shape, dtype):
    return [2] + [1] * (len(shape) - 1)


with tf.variable_scope("s", partitioner=part) as sc:
    v = tf.get_variable("v", [4, 2], initializer=tf.zeros_initializer())
    w = tf.get_variable("w", [3])
    z = tf.get_variable("z", [])
    with tf.variable_scope("t"):
        q = tf.get_variable("q", [2])
(
    sc.partitioner is part,
    [x.name for x in tf.global_variables()],
    [x.shape for x in tf.global_variables()],
    type(z).__name__,
    [x.name for x in tf.trainable_variables()],
)


# %% parts are found again
def part(shape, dtype):
    return [2, 1]


with tf.variable_scope("s", partitioner=part):
    v = tf.get_variable("v", [4, 2])
with tf.variable_scope("s", partitioner=part, reuse=True):
    w = tf.get_variable("v", [4, 2])
with tf.variable_scope("s", reuse=True):
    a = ex(lambda: tf.get_variable("v", [4, 2]))
    b = ex(lambda: tf.get_variable("v/part_0"))
    d = ex(lambda: tf.get_variable("v", [4, 3], partitioner=part))
    e = ex(lambda: tf.get_variable("v", [4, 2], partitioner=lambda shape, dtype: [4, 1]))
    f = ex(lambda: tf.get_variable("v", [4, 2], tf.int32, partitioner=part))
(v is w, a, b, d, e, f)

# %% partitioners that say something else
[
    ex(lambda: tf.get_variable("v%d" % i, [4, 2], partitioner=p))
    for i, p in enumerate(
        (
            lambda shape, dtype: [2],
            lambda shape, dtype: [2, 2],
            lambda shape, dtype: [0, 1],
            lambda shape, dtype: 3,
            lambda shape, dtype: [8, 1],
            lambda shape, dtype: [3, 1],
            lambda shape, dtype: [1, 1],
            5,
            lambda shape, dtype: None,
            lambda shape, dtype: [1.5, 1],
        )
    )
]

# %% parts of an unknown shape
[
    ex(lambda: tf.get_variable("v", p, partitioner=lambda shape, dtype: [2, 1]))
    for p in (None, [None, 2])
]

# %% a value is cut as well
ex(
    lambda: [
        x.name
        for x in tf.get_variable(
            "v", initializer=np.ones([4, 2], "float32"), partitioner=lambda shape, dtype: [2, 1]
        )
    ]
)

# %% what an initializer is told of its part
seen = []


def init(shape, dtype=None, partition_info=None):
    seen.append(
        (
            list(shape),
            partition_info and (list(partition_info.full_shape), list(partition_info.var_offset)),
        )
    )
    return tf.zeros(shape, dtype)


v = tf.get_variable("v", [5, 2], initializer=init, partitioner=lambda shape, dtype: [2, 1])
seen

# %% parts are joined to a tensor
v = tf.get_variable(
    "v", [5, 2], initializer=tf.ones_initializer(), partitioner=lambda shape, dtype: [2, 1]
)
s.run(tf.global_variables_initializer())
t = tf.convert_to_tensor(v)
u = tf.concat(v, 0) if False else v.as_tensor()
(t.name, u.name, s.run(t).shape, s.run(tf.reduce_sum(v)))

# %% parts along the second axis
v = tf.get_variable(
    "v", [2, 5], initializer=tf.ones_initializer(), partitioner=lambda shape, dtype: [1, 2]
)
s.run(tf.global_variables_initializer())
(
    tf.convert_to_tensor(v).shape,
    [x.shape for x in v],
    s.run(tf.nn.embedding_lookup(v, [0])) if False else 0,
    v._get_partitions(),
)

# %% parts know where they belong
v = tf.get_variable("v", [4, 2], partitioner=lambda shape, dtype: [2, 1])
[x._get_save_slice_info().spec for x in v]

# %% all parts are assigned
v = tf.get_variable(
    "v", [4, 2], initializer=tf.ones_initializer(), partitioner=lambda shape, dtype: [2, 1]
)
s.run(tf.global_variables_initializer())
a = v.assign(tf.fill([4, 2], 3.0))
s.run(a)
s.run(tf.convert_to_tensor(v))

# %% each part is regularized
v = tf.get_variable(
    "v", [4, 2], regularizer=lambda t: tf.reduce_sum(t), partitioner=lambda shape, dtype: [2, 1]
)
[t.name for t in tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)]

# %% parts are trained
v = tf.get_variable(
    "v", [4, 2], initializer=tf.ones_initializer(), partitioner=lambda shape, dtype: [2, 1]
)
l = tf.reduce_sum(tf.square(v))
t = tf.train.GradientDescentOptimizer(0.1).minimize(l)
s.run(tf.global_variables_initializer())
s.run(t)
s.run(tf.convert_to_tensor(v))


# %% a custom getter sees the whole
def getter(getter, name, *args, **kw):
    v = getter(name, *args, **kw)
    seen.append((name, type(v).__name__))
    return v


seen = []
v = tf.get_variable("v", [4, 2], custom_getter=getter, partitioner=lambda shape, dtype: [2, 1])
(seen, type(v).__name__)

# %% attributes of a variable in parts
v = tf.get_variable(
    "v", [4, 2], partitioner=tf.fixed_size_partitioner(2), initializer=tf.ones_initializer()
)
(
    type(v).__name__,
    v.name,
    v.dtype,
    v.shape,
    v.get_shape(),
    len(v),
    [p.name for p in v],
    [p.shape for p in v],
    [str(x.name) for x in tf.global_variables()],
)

# %% create_partitioned_variables
a = tf.Variable([1, 2], name="a")
b = tf.Variable([3], name="b")
ex(
    lambda: [
        repr(v)
        for v in tf.create_partitioned_variables([4, 2], [2, 1], tf.zeros_initializer(), name="x")
    ]
)
