"""tf.nn and tf.losses: functions that are made of several ops, their errors and their names."""

# %% sigmoid cross entropy: value
s.run(tf.nn.sigmoid_cross_entropy_with_logits(labels=[0.0, 1.0, 0.5], logits=[-30.0, 2.0, 0.0]))

# %% sigmoid cross entropy: shapes must agree
tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0], logits=[[1.0]])

# %% sigmoid cross entropy: both arguments
tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0])

# %% weighted cross entropy: value, with the old name of the labels
s.run(
    tf.nn.weighted_cross_entropy_with_logits(targets=[0.0, 1.0], logits=[0.5, -0.5], pos_weight=3.0)
)

# %% cross entropies: names of the results
x = tf.placeholder(tf.float32, [None, 3])
p = tf.placeholder(tf.float32, [None, 3])
[
    t.name
    for t in (
        tf.nn.softmax_cross_entropy_with_logits(labels=p, logits=x),
        tf.nn.softmax_cross_entropy_with_logits_v2(labels=p, logits=x, name="loss"),
        tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=x),
        tf.nn.sigmoid_cross_entropy_with_logits(labels=p, logits=x),
    )
]

# %% softmax cross entropy: no gradient to the labels, but with _v2
p, x = tf.constant([[0.5, 0.5]]), tf.constant([[1.0, 2.0]])
old = tf.nn.softmax_cross_entropy_with_logits(labels=p, logits=x)
new = tf.nn.softmax_cross_entropy_with_logits_v2(labels=p, logits=x)
(tf.gradients(old, p), s.run(tf.gradients(new, [p, x])))

# %% softmax along another axis keeps the static shape
x = tf.placeholder(tf.float32, [2, None])
(tf.nn.softmax(x, axis=0).shape.as_list(), ex(lambda: tf.nn.softmax(tf.ones([2, 3]), axis=2)))

# %% dropout: keeps and scales
x = tf.ones([1000])
y = s.run(tf.nn.dropout(x, rate=0.5))
(sorted(set(y.tolist())), 300 < (y == 0).sum() < 700, s.run(tf.nn.dropout(x, keep_prob=1.0)).min())

# %% dropout: a rate that is a tensor
y = s.run(tf.nn.dropout(tf.ones([100]), rate=tf.constant(0.75)))
set(y.tolist()) <= {0.0, 4.0}

# %% dropout: one draw for a row where the noise shape says 1
y = s.run(tf.nn.dropout(tf.ones([50, 2]), rate=0.5, noise_shape=[None, 1]))
bool((y[:, 0] == y[:, 1]).all())

# %% dropout: neither rate nor keep_prob
tf.nn.dropout(tf.ones([1]))

# %% dropout: both
tf.nn.dropout(tf.ones([1]), keep_prob=0.5, rate=0.5)

# %% dropout: integers cannot be scaled
tf.nn.dropout(tf.constant([1]), rate=0.5)

# %% dropout: a rate of one
tf.nn.dropout(tf.ones([1]), rate=1.0)

# %% moments
x = tf.constant([[1.0, 2.0], [3.0, 6.0]])
s.run([tf.nn.moments(x, [0]), tf.nn.moments(x, [0, 1], keep_dims=True)])

# %% l2_normalize
s.run([tf.nn.l2_normalize([3.0, 4.0], 0), tf.nn.l2_normalize([[0.0, 0.0], [1.0, 1.0]], dim=1)])

# %% zero_fraction
s.run(tf.nn.zero_fraction([0.0, 1.0, 0.0, 2.0]))

# %% embedding_lookup
w = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
e = tf.nn.embedding_lookup(w, [[2, 0]])
(e.name, e.shape.as_list(), s.run(e).tolist(), type(tf.gradients(e, w)[0]).__name__)

# %% xw_plus_b and bias_add: names
(tf.nn.xw_plus_b([[1.0]], [[2.0]], [3.0]).name, tf.nn.bias_add([[1.0]], [1.0]).name)

# %% top_k is a named tuple of tensors and of values
v = tf.nn.top_k(tf.constant([1.0, 3.0, 2.0]), 2)
(v, s.run(v))

# %% losses: value, name, collection
a = tf.losses.mean_squared_error([1.0, 2.0], [1.5, 4.0])
b = tf.losses.absolute_difference([1.0, 2.0], [1.5, 4.0], weights=[1.0, 0.0])
(a.name, b.name, s.run([a, b, tf.losses.get_total_loss()]), tf.losses.get_losses() == [a, b])

# %% losses: each reduction
R = tf.losses.Reduction
[
    s.run(
        tf.losses.mean_squared_error(
            [1.0, 2.0, 4.0], [1.5, 4.0, 4.0], weights=[1.0, 0.0, 2.0], reduction=r
        )
    )
    for r in (R.NONE, R.SUM, R.MEAN, R.SUM_OVER_BATCH_SIZE, R.SUM_BY_NONZERO_WEIGHTS)
]

# %% losses: unknown reduction
tf.losses.mean_squared_error([1.0], [1.0], reduction="average")

# %% losses: a missing argument
(
    ex(lambda: tf.losses.mean_squared_error(None, [1.0])),
    ex(lambda: tf.losses.softmax_cross_entropy([[1.0]], None)),
)

# %% losses: shapes that differ
tf.losses.mean_squared_error([1.0], [1.0, 2.0])

# %% losses: weights of another rank
tf.losses.mean_squared_error([[1.0, 2.0]], [[1.0, 2.0]], weights=[1.0])

# %% losses: weights broadcast along an axis of size one
s.run(
    tf.losses.mean_squared_error([[1.0, 2.0], [3.0, 4.0]], tf.zeros([2, 2]), weights=[[1.0], [0.0]])
)

# %% losses: softmax with label smoothing
s.run(tf.losses.softmax_cross_entropy([[0.0, 1.0]], [[1.0, 2.0]], label_smoothing=0.1))

# %% losses: sigmoid with label smoothing
s.run(tf.losses.sigmoid_cross_entropy([[0.0, 1.0]], [[1.0, 2.0]], label_smoothing=0.1))

# %% losses: sparse, with a last axis of size one
x = tf.constant([[1.0, 2.0], [3.0, 1.0]])
s.run(
    [
        tf.losses.sparse_softmax_cross_entropy([1, 0], x),
        tf.losses.sparse_softmax_cross_entropy([[1], [0]], x, weights=[[2.0], [1.0]]),
    ]
)

# %% losses: no collection
tf.losses.mean_squared_error([1.0], [2.0], loss_collection=None)
tf.losses.get_losses()

# %% losses: the total of none
tf.losses.get_total_loss()

# %% losses: regularization
tf.add_to_collection(tf.GraphKeys.REGULARIZATION_LOSSES, tf.constant(2.0))
(s.run(tf.losses.get_regularization_loss()), len(tf.losses.get_regularization_losses()))

# %% losses: all of them
y = tf.constant([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
p = tf.constant([[0.1, 0.7, 0.3], [0.2, 0.4, 0.9]])
ns = (
    "absolute_difference",
    "mean_squared_error",
    "hinge_loss",
    "huber_loss",
    "log_loss",
    "mean_pairwise_squared_error",
    "sigmoid_cross_entropy",
    "softmax_cross_entropy",
)
[(n, ex(lambda: (lambda t: (t.name, s.run(t)))(getattr(tf.losses, n)(y, p)))) for n in ns] + [
    ex(lambda: s.run(tf.losses.cosine_distance(y, p, axis=1))),
    len(tf.losses.get_losses()),
    ex(lambda: tf.losses.get_total_loss().name),
]

# %% losses: weights of the rarer ones
y = tf.constant([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
p = tf.constant([[0.1, 0.7, 0.3], [0.2, 0.4, 0.9]])
[
    ex(lambda: s.run(getattr(tf.losses, n)(y, p, weights=w)))
    for n in (
        "absolute_difference",
        "hinge_loss",
        "huber_loss",
        "log_loss",
        "mean_pairwise_squared_error",
    )
    for w in (2.0, 0.0, [[1.0], [0.5]], [1.0, 2.0, 3.0])
]

# %% losses: wrong arguments of the rarer ones
y = tf.constant([[0.0, 1.0, 0.0]])
p = tf.constant([[0.1, 0.7]])
[
    ex(lambda: getattr(tf.losses, n)(*a))
    for n in ("hinge_loss", "huber_loss", "log_loss", "mean_pairwise_squared_error")
    for a in ((y, p), (None, p), (y, None))
] + [
    ex(lambda: tf.losses.cosine_distance(y, y)),
    ex(lambda: tf.losses.cosine_distance(y, p, axis=1)),
    ex(lambda: tf.losses.cosine_distance(y, y, dim=1)),
]

# %% losses: reductions of the rarer ones
y = tf.constant([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
p = tf.constant([[0.1, 0.7, 0.3], [0.2, 0.4, 0.9]])
[
    ex(lambda: s.run(getattr(tf.losses, n)(y, p, reduction=r)))
    for n in ("hinge_loss", "huber_loss", "log_loss")
    for r in (
        tf.losses.Reduction.NONE,
        tf.losses.Reduction.SUM,
        tf.losses.Reduction.MEAN,
        tf.losses.Reduction.SUM_OVER_BATCH_SIZE,
    )
]

# %% batch normalization: values, names, without offset and scale
x = tf.constant([[1.0, 2.0], [3.0, 6.0]])
m, v = tf.nn.moments(x, [0])
two = tf.constant([2.0, 2.0])
y = [
    tf.nn.batch_normalization(x, m, v, two, two, 1e-3),
    tf.nn.batch_normalization(x, m, v, None, None, 1e-3, name="bn"),
    tf.nn.batch_normalization(x, m, v, offset=two, scale=None, variance_epsilon=0.1),
]
(s.run(y), [o.name for o in tf.get_default_graph().get_operations()])

# %% transposed convolution: a small image becomes a larger one
x = P(tf.float32, [None, 2, 2, 3])
w = tf.constant(np.arange(54, dtype=np.float32).reshape(3, 3, 2, 3) / 10)
y = tf.nn.conv2d_transpose(x, w, [1, 4, 4, 2], [1, 2, 2, 1], padding="SAME")
z = tf.nn.conv2d_transpose(x, w, tf.stack([tf.shape(x)[0], 5, 5, 2]), 2, padding="VALID")
f = {x: np.arange(12).reshape(1, 2, 2, 3)}
t = tf.nn.conv2d_transpose
(
    s.run([y, z, tf.gradients(y, [x])[0], tf.gradients(z, w)[0]], f),
    (y, z),
    ex(lambda: t(x, tf.zeros([3, 3, 2, 4]), [1, 4, 4, 2], 2)),
    ex(lambda: t(x, w, [1, 4, 4], 2)),
    ex(lambda: s.run(t(x, w, [1, 9, 9, 2], 2), f)),
)

# %% activations: selu, crelu, swish
x = tf.constant([-1.0, 0.0, 2.0])
y = [tf.nn.selu(x), tf.nn.crelu(x), tf.nn.swish(x), tf.nn.swish(x, 2.0)]
(s.run(y), y, s.run([tf.gradients(t, x)[0] for t in y]))

# %% masks of lengths, and a confusion matrix
n = P(tf.int32, [None])
masks = [tf.sequence_mask([1, 3, 2]), tf.sequence_mask(n, 4, tf.float32), tf.sequence_mask(2, 3)]
c = tf.confusion_matrix
matrices = [
    c([0, 1, 2, 1], [0, 2, 2, 1]),
    c([0, 1], [1, 1], num_classes=3, dtype=tf.float32, weights=[0.5, 2.0]),
    c([[0], [1]], [1, 1]),
]
(
    s.run([masks, matrices], {n: [2, 0]}),
    (masks, matrices),
    ex(lambda: tf.sequence_mask([1], [2])),
    ex(lambda: s.run(c([0, 3], [0, 1], 2))),
    ex(lambda: s.run(c([0, -1], [0, 1]))),
)

# %% an orthogonal initial value
w = tf.get_variable("w", [4, 3], initializer=tf.orthogonal_initializer(seed=1))
g = tf.get_variable("g", [2, 1, 5], initializer=tf.initializers.orthogonal(gain=2.0))
s.run(tf.global_variables_initializer())
a, b = s.run([w, g[:, 0]])
(
    np.abs(np.round(a.T @ a, 4)),
    np.abs(np.round(b @ b.T, 3)),
    ex(lambda: tf.get_variable("v", [4], initializer=tf.orthogonal_initializer())),
)
