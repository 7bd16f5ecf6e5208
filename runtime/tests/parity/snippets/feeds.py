"""What `feed_dict` accepts, how values are converted, and what is rejected."""

# %% placeholder not fed
x = P(tf.float32, name="x")
s.run(x + 1)

# %% placeholder with static shape not fed
x = P(tf.float32, [2, None], name="x")
s.run(x)

# %% int placeholder not fed
x = P(tf.int32, [], name="x")
s.run(x)

# %% string placeholder not fed
x = P(tf.string, name="x")
s.run(x)

# %% fields of that error
x = P(tf.float32, name="x")
try:
    s.run(x)
except tf.errors.InvalidArgumentError as e:
    r = (e.error_code, e.op is x.op, e.node_def.name, isinstance(e, tf.errors.OpError))
r

# %% Python list fed, converted with placeholder dtype
x = P(tf.float32)
r = s.run(x, {x: [1, 2]})
(r, r.dtype)

# %% float array fed to int placeholder (silently truncated)
x = P(tf.int32)
s.run(x, {x: np.array([1.5])})

# %% python float fed to int32 placeholder (silently truncated; only python int is range-checked)
x = P(tf.int32)
s.run(x, {x: 1.5})

# %% python float with integral value
x = P(tf.int32)
s.run(x, {x: 1.0})

# %% list of floats to int32
x = P(tf.int32)
s.run(x, {x: [1.0, 2.0]})

# %% python int too large for int32
x = P(tf.int32, name="x")
s.run(x, {x: 2**40})

# %% int64 array to int32 placeholder, values fit
x = P(tf.int32)
r = s.run(x, {x: np.array([1, 2], np.int64)})
(r, r.dtype)

# %% int64 array to int32 placeholder, values too big (silently wraps)
x = P(tf.int32)
s.run(x, {x: np.array([2**40])})

# %% float64 array to float32 placeholder
x = P(tf.float32)
s.run(x, {x: np.array([1.0, 2.0])}).dtype

# %% bool array to float placeholder
x = P(tf.float32)
s.run(x, {x: np.array([True])})

# %% int to bool placeholder
x = P(tf.bool)
s.run(x, {x: 2})

# %% complex to float placeholder
x = P(tf.float32)
s.run(x, {x: 1 + 2j})

# %% str fed to float placeholder
x = P(tf.float32)
s.run(x, {x: "abc"})

# %% numeric str fed to float placeholder (numpy converts)
x = P(tf.float32)
s.run(x, {x: "1.5"})

# %% str to string placeholder -> bytes
x = P(tf.string)
s.run(x, {x: "é"})

# %% list of str
x = P(tf.string)
s.run(x, {x: ["a", b"b"]})

# %% numpy unicode array
x = P(tf.string)
s.run(x, {x: np.array(["a", "bc"])})

# %% int to string placeholder
x = P(tf.string)
s.run(x, {x: 1})

# %% None as value
x = P(tf.float32)
s.run(x, {x: None})

# %% ragged nested list
x = P(tf.float32)
s.run(x, {x: [[1], [2, 3]]})

# %% Tensor as feed value
x = P(tf.float32)
s.run(x, {x: tf.constant(1.0)})

# %% wrong static shape (rank)
x = P(tf.float32, [None, 2], name="x")
s.run(x, {x: [1.0, 2.0]})

# %% wrong static shape (dim)
x = P(tf.float32, [None, 2], name="x")
s.run(x, {x: [[1.0, 2.0, 3.0]]})

# %% scalar placeholder fed with vector
x = P(tf.float32, [], name="x")
s.run(x, {x: [1.0]})

# %% unknown-shape placeholder accepts anything
x = P(tf.float32)
(s.run(x, {x: 1}).shape, s.run(x, {x: [[1]]}).shape)

# %% key by name string
x = P(tf.float32, name="x")
s.run(x + 1, {"x:0": 2})

# %% key by op name
x = P(tf.float32, name="x")
s.run(x, {"x": 2})

# %% key is an unknown name
s.run(tf.constant(1), {"nope:0": 1})

# %% key is an Operation
x = P(tf.float32, name="x")
s.run(x, {x.op: 1})

# %% key is a python int
s.run(tf.constant(1), {1: 1})

# %% key is None
s.run(tf.constant(1), {None: 1})

# %% key from another graph
with tf.Graph().as_default():
    y = P(tf.float32, name="y")
s.run(tf.constant(1), {y: 1})

# %% feed_dict not a dict
x = P(tf.float32)
s.run(x, [(x, 1)])

# %% any tensor may be fed, not only placeholders
a = tf.constant(1.0)
b = a * 10
s.run([a, b], {a: 5.0})

# %% feeding an intermediate skips its inputs (unfed placeholder above is fine)
x = P(tf.float32)
y = x * 2
s.run(y + 1, {y: 3.0})

# %% feeding a Variable replaces its value for this run only
v = tf.Variable(1.0)
s.run(v.initializer)
(s.run(v + 1, {v: 10.0}), s.run(v))

# %% feeding an uninitialized Variable works
v = tf.Variable(1.0)
s.run(v + 1, {v: 10.0})

# %% feeding a fetched tensor returns the value fed
a = tf.constant([1.0, 2.0])
s.run(a, {a: [3.0, 4.0]})

# %% feeding a constant with another shape is rejected
a = tf.constant([1.0, 2.0], name="a")
s.run(a, {a: [3.0]})

# %% tuple key feeds a nested structure
x = P(tf.float32)
y = P(tf.float32)
s.run(x + y, {(x, y): (1.0, 2.0)})

# %% tuple key, wrong structure
x = P(tf.float32)
y = P(tf.float32)
s.run(x + y, {(x, y): (1.0,)})

# %% namedtuple key
T = collections.namedtuple("T", "a b")
x = P(tf.float32)
y = P(tf.float32)
s.run(x + y, {T(x, y): T(1.0, 2.0)})

# %% SparseTensor key with SparseTensorValue
sp = tf.sparse_placeholder(tf.float32)
s.run(sp.values, {sp: tf.SparseTensorValue([[0]], [7.0], [1])})

# %% SparseTensor key with plain tuple
sp = tf.sparse_placeholder(tf.float32)
s.run(sp.dense_shape, {sp: ([[0, 0]], [7.0], [1, 1])})

# %% IndexedSlices key with tuple
i = tf.IndexedSlices(P(tf.float32), P(tf.int64), P(tf.int64))
s.run(i.indices, {i: ([[1.0]], [4], [9])})

# %% placeholder_with_default unfed / fed
d = tf.placeholder_with_default(3.0, [])
(s.run(d), s.run(d, {d: 4.0}))

# %% placeholder_with_default whose default mismatches shape
tf.placeholder_with_default([1.0, 2.0], [3])

# %% graph.prevent_feeding
c = tf.constant(1.0, name="c")
g.prevent_feeding(c)
s.run(c, {c: 2.0})

# %% graph.prevent_fetching
c = tf.constant(1.0, name="c")
g.prevent_fetching(c.op)
s.run(c)

# %% is_feedable / is_fetchable
c = tf.constant(1.0)
(g.is_feedable(c), g.is_fetchable(c))

# %% fed array is not modified, result is not an alias
a = np.array([1.0, 2.0], np.float32)
x = P(tf.float32)
r = s.run(tf.identity(x), {x: a})
r[0] = 5
a.tolist()

# %% fetch+feed same placeholder: is the returned object the caller's array?
a = np.array([1.0, 2.0], np.float32)
x = P(tf.float32)
s.run(x, {x: a}) is a

# %% feeding a tensor twice via two keys (name and object): no error, last one in dict order wins
x = P(tf.float32, name="x")
s.run(x, {x: 1.0, "x:0": 2.0})

# %% fed but unused placeholder is fine
x = P(tf.float32)
s.run(tf.constant(1), {x: 3.0})

# %% an array that does not fit is cast without a word
x = P(tf.int32)
y = P(tf.float32)
nan = np.array([np.nan, 1.9])
z = x + 0, y + 0
s.run(z, {x: nan, y: np.array([1e40])})

# %% an array of Python objects is cast like a list
x = P(tf.float32)
s.run(x + 0, {x: np.array([1, None], dtype=object)})

# %% text is bytes for operations, and comes back as it was fed
x = P(tf.string)
values = "abc", ["a", "bc"], np.array(["a", "bc"]), np.array(["a", b"bc"], object), np.str_("a")
[s.run([x, tf.identity(x), x + "!", tf.strings.length(x)], {x: v}) for v in values]

# %% text in a variable, a comparison, a Python function, a partial run and a loop
x = P(tf.string, [], name="x")
v = tf.Variable("a", name="v", dtype=tf.string)
s.run(v.assign(x), {x: "new"})
kind = tf.py_func(lambda a: type(a).__name__, [x], tf.string)
y = tf.identity(x)
h = s.partial_run_setup([y], [x])
twice = tf.while_loop(lambda i, t: i < 2, lambda i, t: (i + 1, t + x), [0, ""])[1]
(s.run([v, tf.equal(x, "b"), kind, twice], {x: "b"}), s.partial_run(h, y, {x: "a"}))

# %% objects that are no text
x = P(tf.string)
[
    (ex(lambda: s.run(x, {x: v}))[0], ex(lambda: s.run(tf.identity(x), {x: v})))
    for v in ([None], ["a", 1], [["a"], ["b", "c"]])
]

# %% a NumPy scalar of another dtype
i = P(tf.int32, [])
s.run(i, {i: np.int64(2**40)})

# %% a sparse placeholder with a shape
x = tf.sparse_placeholder(tf.float32, [2, None], name="sp")
v = tf.SparseTensorValue([[0, 1]], [3.0], [2, 2])
(s.run(x, {x: v}), x.shape, x.op.name, x.dense_shape, [o.name for o in g.get_operations()])
