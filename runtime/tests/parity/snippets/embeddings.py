"""`embedding_lookup`: rows of a matrix that may be in parts."""

# %% rows of parts, by both strategies
a = tf.constant([[1.0, 1.5], [3.0, 3.5]])
b = tf.constant([[2.0, 2.5], [4.0, 4.5]])
c = tf.constant([[5.0, 5.5]])
[
    ex(lambda: s.run(tf.nn.embedding_lookup([a, b, c], i, partition_strategy=p)))
    for p in ("mod", "div", "x")
    for i in ([0, 1, 2, 3], [[4], [0]], 3, [4, 4])
]

# %% rows that no part has
a = tf.constant([[1.0], [3.0]])
[
    ex(lambda: s.run(tf.nn.embedding_lookup([a, a], i, partition_strategy=p)))[:20]
    for p in ("mod", "div")
    for i in ([9, 0], [0, 4], [0, -1])
]

# %% shapes and names of rows of parts
a, b = P(tf.float32, [None, 2]), P(tf.float32, [None, 2])
i = P(tf.int64, [3, None])
r = tf.nn.embedding_lookup([a, b], i, name="look")
(r.shape, r.name, s.run(r, {a: np.ones([2, 2]), b: np.zeros([1, 2]), i: [[0], [1], [2]]}))

# %% rows of a variable in parts
part = tf.fixed_size_partitioner(2)
v = tf.get_variable("v", [5, 1], partitioner=part, initializer=tf.ones_initializer())
r = tf.nn.embedding_lookup(v, [0, 4, 4], partition_strategy="div")
o = tf.train.GradientDescentOptimizer(0.5)
gv = o.compute_gradients(tf.reduce_sum(r * r))
t = o.apply_gradients(gv)
s.run(tf.global_variables_initializer())
s.run(t)
([type(x).__name__ for x, _ in gv], s.run(r), s.run(tf.convert_to_tensor(v)))

# %% rows are clipped
a = tf.constant([[3.0, 4.0], [0.3, 0.4]])
[
    s.run(tf.nn.embedding_lookup(p, i, max_norm=1.0))
    for p in (a, [a, a])
    for i in (1, [0, 1], [[0, 1]])
]

# %% embeddings that are none
[ex(lambda: tf.nn.embedding_lookup(p, [0])) for p in (None, [], ())]

# %% IndexedSlices as a tensor of another dtype
i = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([3]))
ex(lambda: tf.convert_to_tensor(i, dtype=tf.int32))

# %% word2vec: losses over sampled classes, with samples that are given and with drawn ones
w = tf.constant(np.linspace(-1, 1, 30, dtype=np.float32).reshape(10, 3))
b, x = tf.constant(np.linspace(0, 1, 10, dtype=np.float32)), tf.constant([[0.5, 1, 2], [0.1, 0, 1]])
l = tf.constant([[1], [4]])
given = (
    tf.constant([2, 4, 5], tf.int64),
    tf.constant([[0.1], [0.2]]),
    tf.constant([0.3, 0.1, 0.2]),
)
losses = [
    loss(weights=w, biases=b, labels=l, inputs=x, num_sampled=3, num_classes=10, **more)
    for loss in (tf.nn.nce_loss, tf.nn.sampled_softmax_loss)
    for more in (
        {"sampled_values": given},
        {"sampled_values": given, "remove_accidental_hits": loss is tf.nn.nce_loss},
        {},
    )
]
drawn = s.run([losses[2], losses[5]])
(
    s.run([losses[:2], losses[3:5]]),
    [s.run(tf.convert_to_tensor(g)) for t in (0, 3) for g in tf.gradients(losses[t], [w, b, x])],
    [t.name for t in losses],
    [(d.shape, bool(np.isfinite(d).all())) for d in drawn],
)
