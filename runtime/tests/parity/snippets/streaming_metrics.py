"""`tf.metrics`: values, updates, names and local variables."""

# %% errors
y = tf.constant([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
p = tf.constant([[0.1, 0.7, 0.3], [0.2, 0.4, 0.9]])
out = []
for n in ("mean_squared_error", "root_mean_squared_error", "mean_absolute_error"):
    m, u = getattr(tf.metrics, n)(y, p)
    s.run(tf.local_variables_initializer())
    out.append((n, m.name, u.name, s.run(m), s.run(u), s.run(u), s.run(m)))
(out, [v.name for v in tf.local_variables()])

# %% counts, precision and recall
y = tf.constant([0, 1, 1, 1, 0])
p = tf.constant([1, 1, 0, 1, 0])
out = []
for n in (
    "precision",
    "recall",
    "true_positives",
    "false_positives",
    "true_negatives",
    "false_negatives",
):
    for w in (None, [1.0, 2.0, 3.0, 4.0, 5.0]):
        m, u = getattr(tf.metrics, n)(y, p, weights=w)
        s.run(tf.local_variables_initializer())
        out.append((n, m.name, u.name, s.run(m), s.run(u), s.run(u), s.run(m)))
(out, [v.name for v in tf.local_variables()])

# %% the area under a curve
y = tf.constant([0, 1, 1, 1, 0])
p = tf.constant([0.3, 0.9, 0.2, 0.7, 0.5])
m, u = tf.metrics.auc(y, p)
s.run(tf.local_variables_initializer())
(m.name, u.name, s.run(m), s.run(u), s.run(m), [v.name for v in tf.local_variables()])

# %% other curves and summations
y = tf.constant([0, 1, 1, 1, 0])
p = tf.constant([0.3, 0.9, 0.2, 0.7, 0.5])
out = []
for k in (
    {"curve": "PR"},
    {"num_thresholds": 20},
    {"summation_method": "minoring"},
    {"summation_method": "majoring"},
    {"weights": [1.0, 2.0, 1.0, 1.0, 1.0]},
):
    m, u = tf.metrics.auc(y, p, **k)
    s.run(tf.local_variables_initializer())
    out.append((s.run(u), s.run(m)))
out + [
    ex(lambda: tf.metrics.auc(y, p, curve="x")),
    ex(lambda: tf.metrics.auc(y, p, summation_method="x")),
]

# %% metrics and updates are collected
y = tf.constant([0, 1])
p = tf.constant([1, 1])
m, u = tf.metrics.accuracy(y, p, metrics_collections=["m"], updates_collections=["u"], name="foo")
q, w = tf.metrics.mean(
    tf.constant([1.0, 2.0]), metrics_collections=["m"], updates_collections=["u"]
)
(
    m.name,
    u.name,
    q.name,
    w.name,
    [t.name for t in tf.get_collection("m")],
    [t.name for t in tf.get_collection("u")],
    [v.name for v in tf.get_collection(tf.GraphKeys.METRIC_VARIABLES)],
)

# %% means over classes: intersection over union, accuracy of each class
l, p = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int32, [None])
iou, new_iou = tf.metrics.mean_iou(l, p, 3)
mean, new_mean = tf.metrics.mean_per_class_accuracy(l, p, 3, weights=tf.ones_like(l))
s.run(tf.local_variables_initializer())
o = [s.run([iou, mean])]
for labels, predictions in (([0, 1, 2, 2], [0, 1, 1, 2]), ([0, 0], [1, 0])):
    o.append(s.run([new_iou, new_mean], {l: labels, p: predictions}))
    o.append(s.run([iou, mean]))
(o, tf.local_variables(), [t.name for t in (iou, new_iou, mean, new_mean)])
