"""What `Session.run` accepts as fetches, and the structure it returns."""

# %% tensor -> numpy scalar type for rank 0
c = tf.constant(42.0)
r = s.run(c)
(type(r).__name__, r)

# %% tensor -> ndarray for rank>=1
type(s.run(tf.constant([1, 2]))).__name__, s.run(tf.constant([1, 2])).dtype.name

# %% Operation fetch -> None
s.run(tf.no_op())

# %% list fetch keeps list, op slot is None
a = tf.constant(1.0)
s.run([a, tf.no_op(), a.name, a.op])

# %% tuple fetch -> tuple
s.run((tf.constant(1), tf.constant(2)))

# %% namedtuple fetch -> same namedtuple class
T = collections.namedtuple("T", "a b")
s.run(T(tf.constant(1), tf.no_op()))

# %% dict fetch -> dict
s.run({"a": tf.constant(1), "b": tf.no_op()})

# %% OrderedDict keeps class and key order
s.run(collections.OrderedDict([(3, tf.constant(30)), (1, tf.constant(10))]))

# %% defaultdict keeps class and default_factory
r = s.run(collections.defaultdict(str, {"a": tf.constant(1)}))
(type(r).__name__, r.default_factory, dict(r))


# %% attrs instance -> same attrs class
@attr.s
class A:
    x = attr.ib()
    y = attr.ib()


r = s.run(A(tf.constant(1), [tf.constant(2)]))
(type(r).__name__, r.x, r.y)


# %% dataclass is NOT a structure
@dataclasses.dataclass
class D:
    x: object = None


s.run(D(tf.constant(1)))

# %% nested structures
s.run([[tf.constant(1)], (tf.constant(2), {"k": tf.constant(3)})])

# %% empty list / tuple / dict
(s.run([]), s.run(()), s.run({}))

# %% nested empties
s.run([[], (), {}, tf.constant(1)])

# %% session over an EMPTY graph, any fetch
tf.Session(graph=tf.Graph()).run([])

# %% None
s.run(None)

# %% [None]
s.run([None])

# %% dict with None value
s.run({"a": tf.constant(1), "b": None})

# %% int is not a fetch
s.run(1)

# %% float inside list
s.run([tf.constant(1), 2.0])

# %% numpy array is not a fetch
s.run(np.zeros(2))

# %% a set is not a fetch
s.run({tf.constant(1)})

# %% a generator is not a fetch
s.run(x for x in [tf.constant(1)])

# %% string 'name:0' fetches the tensor
tf.constant(5, name="c")
s.run("c:0")

# %% string op name fetches the op -> None
tf.constant(5, name="c")
s.run("c")

# %% bytes name accepted
tf.constant(5, name="c")
s.run(b"c:0")

# %% unknown tensor name
s.run("foo:0")

# %% unknown op name
s.run("foo")

# %% output index out of range
tf.constant(5, name="c")
s.run("c:1")

# %% malformed name, two colons
s.run("a:b:0")

# %% malformed name, non-integer index
tf.constant(5, name="c")
s.run("c:x")

# %% empty string
s.run("")

# %% the same tensor twice in a list
c = tf.constant([1.0])
r = s.run([c, c])
(r[0] is r[1], r)

# %% a stateful tensor fetched twice in one run is computed once
r = tf.random_uniform([])
a, b = s.run([r, r])
bool(a == b)

# %% fetched constants are fresh arrays, writable
c = tf.constant([1.0, 2.0])
r = s.run(c)
r[0] = 9
(r.flags.writeable, s.run(c))

# %% Variable fetch -> its value
v = tf.Variable([1.0, 2.0])
s.run(v.initializer)
s.run(v)

# %% string tensor -> bytes scalar / object array
r = s.run(tf.constant(["a", "bc"]))
(s.run(tf.constant("a")), r.dtype, list(r))

# %% bool scalar
type(s.run(tf.constant(True))).__name__

# %% SparseTensor -> SparseTensorValue of ndarrays
r = s.run(tf.SparseTensor(indices=[[0, 1]], values=[5.0], dense_shape=[2, 3]))
(type(r).__name__, r._fields, r.indices.tolist(), r.values.tolist(), r.dense_shape.tolist())

# %% IndexedSlices -> IndexedSlicesValue
r = s.run(tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]), tf.constant([2, 1])))
(type(r).__name__, r._fields, r.dense_shape.tolist())

# %% IndexedSlices without dense_shape -> dense_shape None
r = s.run(tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0])))
r.dense_shape

# %% tensor of another graph
with tf.Graph().as_default():
    t = tf.constant(1)
s.run(t)

# %% op of another graph
with tf.Graph().as_default():
    t = tf.no_op()
s.run(t)

# %% fetching a placeholder that is fed returns the fed value
x = P(tf.float32, name="x")
s.run(x, {x: [1, 2]})

# %% t.eval() without a default session
tf.constant(1).eval()

# %% op.run() without a default session
tf.no_op().run()

# %% t.eval() where the default session belongs to another graph
c = tf.constant(1)
with tf.Session(graph=tf.Graph()):
    c.eval()

# %% op.run() where the default session belongs to another graph
c = tf.no_op()
with tf.Session(graph=tf.Graph()):
    c.run()

# %% t.eval(session=) of another graph
c = tf.constant(1)
c.eval(session=tf.Session(graph=tf.Graph()))

# %% t.eval(session=, feed_dict=)
x = P(tf.float32)
(x + 1).eval({x: 2.0}, session=s)

# %% op.run returns None
tf.no_op().run(session=s)

# %% tf.Variable inside nested dict, and its initializer op
v = tf.Variable(2.0, name="v")
s.run(v.initializer)
s.run({"v": v, "i": [v.initializer]})

# %% RaggedTensor fetch (a CompositeTensor) returns its Value class
r = s.run(tf.ragged.constant([[1], [2, 3]]))
(type(r).__name__, r.to_list())

# %% TensorShape / DType are not fetches
s.run(tf.TensorShape([1]))

# %% Session.run of a Python string that names both op and tensor form
tf.constant(5, name="c")
(s.run("c"), s.run("c:0"), ex(lambda: s.run("c:0 ")))

# %% the parts of a SparseTensor are made in a scope of its own
tf.SparseTensor([[0, 1]], [5.0], [2, 3])
[op.name for op in g.get_operations()]

# %% ragged tensors: constants and row splits
R = tf.ragged
[
    ex(f)
    for f in (
        lambda: R.constant([[1, 2], [3]]),
        lambda: R.constant([[1, 2], [3]]).shape,
        lambda: R.constant([[[1], []], [[2, 3]]]).shape,
        lambda: s.run(R.constant([[[1], []], [[2, 3]]])),
        lambda: s.run(R.constant([[[1], []], [[2, 3]]])).nested_row_splits,
        lambda: R.constant([1, 2]),
        lambda: R.constant(3),
        lambda: R.constant([]),
        lambda: R.constant([[]]),
        lambda: R.constant([[], [1.5]]).dtype,
        lambda: R.constant([["a"], []]).dtype,
        lambda: R.constant([[1], 2]),
        lambda: R.constant([[1], [[2]]]),
        lambda: R.constant([[1], [[]]]),
        lambda: R.constant([[1, 2]], dtype=tf.float32).values,
        lambda: R.constant([[1, 2]], row_splits_dtype=tf.int32).row_splits,
        lambda: s.run(R.constant([[1, 2]], name="nm")),
        lambda: repr(s.run(R.constant([[1, 2]]))),
        lambda: str(s.run(R.constant([[1, 2], []]))),
        lambda: s.run({"a": [R.constant([[1]]), tf.constant(1)]})["a"][0].to_list(),
        lambda: R.constant([[1]]).to_list(),
        lambda: R.constant([[1]]).ragged_rank,
        lambda: R.constant([[1]]).flat_values,
        lambda: s.run(R.constant([[1], [2, 3]])).shape,
        lambda: tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]),
        lambda: s.run(tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3])),
        lambda: s.run(tf.RaggedTensor.from_row_splits([1, 2, 3], [1, 2, 3])),
        lambda: s.run(tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 1])),
        lambda: tf.RaggedTensor.from_row_splits([1, 2, 3], []),
        lambda: tf.RaggedTensor.from_row_splits([1, 2, 3], [[0]]),
        lambda: tf.RaggedTensor.from_row_splits([1, 2, 3], 0),
        lambda: tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 3], validate=3),
        lambda: (
            tf.RaggedTensor.from_row_splits(
                tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]), [0, 2]
            ).shape
        ),
        lambda: R.RaggedTensorValue if 0 else 1,
        lambda: tf.ragged.RaggedTensorValue(np.array([1]), np.array([0, 1])),
        lambda: tf.ragged.RaggedTensorValue(1, 2),
        lambda: tf.ragged.RaggedTensorValue(1, np.array([0, 1])),
        lambda: type(tf.ragged.constant([[1]])).__name__,
    )
]

# %% a ragged tensor is fed by its value
r = tf.ragged.constant([[1], [2, 3]])
v = s.run(r, {r: tf.ragged.RaggedTensorValue(np.array([7, 8, 9], np.int32), np.array([0, 0, 3]))})
[
    v.to_list(),
    ex(lambda: s.run(r, {r: [[1]]})),
    ex(lambda: s.run(r.values * 2, {r: v})),
    ex(lambda: s.run([r.row_splits, r])),
]

# %% the handle of a resource is an array of bytes
v = tf.get_variable("v", initializer=3.0, use_resource=True)
q = tf.FIFOQueue(3, tf.float32)
s.run(v.initializer)
r = s.run([v.handle, q.queue_ref, v])
t = tf.TensorArray(tf.float32, 3)
[(type(x).__name__, x.dtype.names, x.ndim) for x in r[:2]] + [
    r[2],
    type(s.run(t.handle)).__name__ if t.handle is not None else ex(lambda: s.run(t.flow)),
]
