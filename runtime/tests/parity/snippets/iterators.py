"""Datasets in graphs and the iterators of TensorFlow 1 that go through them."""

# %% a function of a dataset uses a tensor of the graph
w = tf.constant([2, 3], tf.int64)
n = tf.data.make_one_shot_iterator(tf.data.Dataset.range(3).map(lambda x: x * w)).get_next()
[s.run(n) for _ in range(3)]

# %% a dataset of placeholders, fed when the iterator starts
x, y = P(tf.float32, [None, 2], name="x"), P(tf.int32, [None])
d = tf.data.Dataset.from_tensor_slices((x, y)).batch(2).repeat(2)
it = tf.data.make_initializable_iterator(d)
n = it.get_next()
e = ex(lambda: s.run(it.initializer, {x: [[1, 2]]}))
s.run(it.initializer, {x: [[1, 2], [3, 4], [5, 6]], y: [1, 2, 3]})
(e, n, [s.run(n) for _ in range(4)], ex(lambda: s.run(n)))

# %% the iterator starts again on other values: epochs of training and a validation set
x = P(tf.float32, [None])
it = tf.data.make_initializable_iterator(tf.data.Dataset.from_tensor_slices(x).map(lambda v: v * 2))
n = it.get_next()
o = []
for values in ([1.0, 2.0], [7.0]):
    s.run(it.initializer, {x: values})
    try:
        while True:
            o.append(s.run(n))
    except tf.errors.OutOfRangeError:
        o.append("end")
o

# %% an iterator that needs no initializer cannot wait for a feed
x, v = P(tf.float32, [None, 2], name="x"), tf.get_variable("v", [2], use_resource=False)
S = tf.data.Dataset.from_tensor_slices
[ex(lambda: tf.data.make_one_shot_iterator(S(value))) for value in (x, x * 2, v)]

# %% parts of different sizes
x, y = P(tf.int32, [None]), P(tf.int32, [None])
it = tf.data.make_initializable_iterator(tf.data.Dataset.from_tensor_slices((x, y)))
e = ex(lambda: s.run(it.initializer, {x: [1], y: [1, 2]}))
(e[:20], "All components must have the same size in the 0th dimension" in e)

# %% a batch size that is fed, and a function that uses a fed value
b, k = P(tf.int64, []), P(tf.int64, [])
it = tf.data.make_initializable_iterator(tf.data.Dataset.range(5).map(lambda x: x + k).batch(b))
n = it.get_next()
s.run(it.initializer, {b: 3, k: 10})
(n, s.run(n), s.run(n), ex(lambda: s.run(n)))

# %% a variable changes after the iterator has started
v = tf.Variable(1, dtype=tf.int64)
it = tf.data.make_initializable_iterator(tf.data.Dataset.from_tensors(v).repeat())
n = it.get_next()
s.run(v.initializer)
s.run(it.initializer)
o = [s.run(n)]
s.run(v.assign(5))
o += [s.run(n)]
s.run(it.initializer)
o + [s.run(n)]

# %% feedable: the run says by a handle which iterator it takes from
h = P(tf.string, [])
a, b = tf.data.Dataset.range(2), tf.data.Dataset.range(100, 110)
it = tf.data.Iterator.from_string_handle(
    h, tf.data.get_output_types(a), tf.data.get_output_shapes(a)
)
n = it.get_next()
ia, ib = tf.data.make_one_shot_iterator(a), tf.data.make_initializable_iterator(b)
ha, hb = s.run([ia.string_handle(), ib.string_handle("hb")])
e = ex(lambda: s.run(n, {h: hb}))
s.run(ib.initializer)
(
    e,
    n,
    [s.run(n, {h: handle}) for handle in (ha, hb, ha, hb)],
    ex(lambda: s.run(n, {h: ha})),
    ex(lambda: s.run(n)),
    s.run(n, {h: hb}),
)

# %% feedable: handles that do not fit
h = P(tf.string, [])
a = s.run(tf.data.make_one_shot_iterator(tf.data.Dataset.range(3)).string_handle())
its = [
    tf.data.Iterator.from_string_handle(h, *form)
    for form in ((tf.float32,), ((tf.int64, tf.int64),), (tf.int64, [2]))
]
[ex(lambda: s.run(it.get_next(), {h: a})) for it in its] + [
    ex(lambda: s.run(its[0].get_next(), {h: b"no handle"}))
]

# %% reinitializable: one iterator for two datasets
a, b = tf.data.Dataset.range(2), tf.data.Dataset.range(50, 53)
it = tf.data.Iterator.from_structure(a.output_types, a.output_shapes)
n = it.get_next()
ia, ib = it.make_initializer(a), it.make_initializer(b, name="ib")
o = [ex(lambda: s.run(n))]
for start in (ia, ib, ia):
    s.run(start)
    o += [s.run(n), s.run(n)]
o + [
    ex(lambda: s.run(n)),
    ia.name,
    ib.name,
    ex(lambda: it.initializer),
    it.output_types,
    it.output_shapes,
]

# %% reinitializable: datasets that do not fit
it = tf.data.Iterator.from_structure(tf.int64, [])
T = tf.data.Dataset.from_tensors
[ex(lambda: it.make_initializer(d)) for d in (T(1.0), T(np.zeros([2], np.int64)))] + [
    ex(lambda: it.make_initializer(T((1, 2))))[:66]
]

# %% what an iterator adds to the graph
it = tf.data.make_initializable_iterator(tf.data.Dataset.range(2))
n = it.get_next(name="n")
[(o.name, o.type) for o in g.get_operations() if "Iterator" in o.type] + [
    isinstance(it, tf.data.Iterator)
]

# %% an iterator that nobody started, and one that is asked once more after its end
it = tf.data.make_initializable_iterator(tf.data.Dataset.range(1))
n = it.get_next(name="n")
e = ex(lambda: s.run(n))
s.run(it.initializer)
(e, s.run(n), ex(lambda: s.run(n)), ex(lambda: s.run(n)))

# %% a Python generator
G = tf.data.Dataset.from_generator
d = G(lambda: iter([(1, [1.0]), (2, [])]), (tf.int64, tf.float32), ([], [None]))
n = tf.data.make_one_shot_iterator(d).get_next()
(
    d.output_types,
    d.output_shapes,
    [s.run(n) for _ in range(2)],
    ex(lambda: s.run(n)),
    ex(lambda: G([1, 2], tf.int64)),
)

# %% datasets one after the other, and a function of a dataset
d = tf.data.Dataset.range(2).concatenate(tf.data.Dataset.range(7, 8)).apply(lambda d: d.skip(1))
n = d.make_one_shot_iterator().get_next()
([s.run(n) for _ in range(2)], ex(lambda: s.run(n)))

# %% training by a dataset, with a monitored session that stops at its end
x = tf.data.Dataset.from_tensor_slices(np.float32([1, 2, 3, 4])).repeat(5).batch(2)
n = x.make_one_shot_iterator().get_next()
v = tf.get_variable("v", [], initializer=tf.zeros_initializer())
step = tf.train.get_or_create_global_step()
train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean((v * n - n) ** 2), step)
count = 0
with tf.train.MonitoredTrainingSession() as m:
    while not m.should_stop():
        m.run(train)
        count += 1
count

# %% an initializable iterator in a monitored session: its initializer belongs into the scaffold
x = P(tf.float32, [None])
it = tf.data.make_initializable_iterator(tf.data.Dataset.from_tensor_slices(x))
n = it.get_next(name="n")


def start(scaffold, session):
    session.run(it.initializer, {x: [3.0]})


with tf.train.MonitoredTrainingSession(scaffold=tf.train.Scaffold(init_fn=start)) as m:
    o = m.run(n)
with tf.train.MonitoredTrainingSession() as m:
    e = ex(lambda: m.run(n))
(o, e)

# %% an initializable iterator among the initializers of tables
it = tf.data.make_initializable_iterator(tf.data.Dataset.range(3))
tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, it.initializer)
n = it.get_next()
with tf.train.SingularMonitoredSession() as m:
    o = [m.run(n), m.run(n)]
o

# %% the initializer of tables where there is none, and where an iterator is among them
a = tf.tables_initializer()
it = tf.data.make_initializable_iterator(tf.data.Dataset.range(3))
tf.add_to_collection(tf.GraphKeys.TABLE_INITIALIZERS, it.initializer)
b = tf.tables_initializer(name="b")
n = it.get_next()
(a.type, a.name, b.type, b.name, s.run([a, b]), s.run(n))

# %% sentences of different lengths, filled up
D = tf.data.Dataset
d = D.range(1, 5).map(lambda x: (tf.fill([x], x), {"n": x, "s": tf.fill([x], "q")}))
shapes = ([None], {"n": [], "s": [-1]})
o = []
for arguments in (
    {"padded_shapes": shapes},
    {"padded_shapes": ([6], {"n": [], "s": [None]})},
    {"padded_shapes": shapes, "padding_values": (np.int64(-1), {"n": np.int64(0), "s": "pad"})},
    {"padded_shapes": shapes, "drop_remainder": True},
    {},
):
    batches = d.padded_batch(3, **arguments)
    o.append((repr(batches), s.run(tf.data.make_one_shot_iterator(batches).get_next())))
n = tf.data.make_one_shot_iterator(d.padded_batch(3, ([2], {"n": [], "s": [None]}))).get_next()
e = ex(lambda: s.run(n))
f = tf.data.make_one_shot_iterator(D.range(1, 4).map(lambda x: tf.fill([x], x)).batch(3)).get_next()
m = D.range(3).map(lambda x: tf.zeros([2, 3]))
(
    o,
    e,
    ex(lambda: s.run(f)).partition("Shapes")[0],  # threads decide which it names
    ex(lambda: m.padded_batch(2, [1, 3])),
    ex(lambda: m.padded_batch(2, [])),
)

# %% datasets inside datasets: the files of a list, numbers in turns
D = tf.data.Dataset
rows = D.from_tensor_slices([[1, 2], [3, 4]]).flat_map(
    lambda row: D.from_tensor_slices(row).flat_map(lambda x: D.from_tensors(x * 10).repeat(2))
)
counts = D.range(4).flat_map(lambda x: D.range(5).take(x).skip(1).map(lambda y: (x, y)))
turns = [
    D.range(1, 6).interleave(lambda x: D.from_tensors(x).repeat(x), length, block)
    for length, block in ((2, 1), (2, 3), (3, 2), (1, 1), (4, 4))
]
o = []
for d in (rows, counts, *turns):
    n = tf.data.make_one_shot_iterator(d).get_next()
    o.append([repr(d)])
    try:
        while True:
            o[-1].append(s.run(n))
    except tf.errors.OutOfRangeError:
        pass
o

# %% counts that are fed, every second element, elements kept
D = tf.data.Dataset
p = P(tf.int64, [])
it = tf.data.make_initializable_iterator(D.range(10).skip(p).take(p).repeat(p).batch(p))
s.run(it.initializer, {p: 2})
n = it.get_next()
c = tf.data.make_one_shot_iterator(D.range(5).shard(2, 1).cache().repeat(2)).get_next()
([s.run(n) for _ in range(2)], n, [s.run(c) for _ in range(4)], repr(D.range(5).cache()))
