"""Tensors, dtypes, static shapes, conversion, operators and indexing."""

# %% convert_to_tensor defaults
[
    tf.convert_to_tensor(v).dtype
    for v in (1, 1.0, True, "a", 1j, [1, 2.5], np.float64(1), np.arange(2))
]

# %% mixed list with string
tf.constant([1, "a"])

# %% None
tf.constant(None)

# %% ragged list
tf.constant([[1], [2, 3]])

# %% too large python int
tf.constant(2**40)

# %% dtype mismatch: float value for int dtype
tf.constant(1.5, tf.int32)

# %% int value for float dtype is fine
tf.constant(1, tf.float32).dtype

# %% dtype conversion of an existing tensor
tf.convert_to_tensor(tf.constant(1), tf.float32)

# %% tensor of other dtype in a binary op
tf.constant(1) + tf.constant(1.0)

# %% python float with int tensor
tf.constant(1) + 1.5

# %% python int with float tensor
s.run(tf.constant(1.0) + 1)

# %% reversed operands
s.run([1 - tf.constant(3.0), 2 * tf.constant(3.0), 6 / tf.constant(3.0), 2 ** tf.constant(3.0)])

# %% / on ints gives float64, // floors, % follows the divisor
a = tf.constant(-7)
s.run([a / 2, a // 2, a % 3])

# %% tf.div on ints floors; truncatediv; divide
s.run([tf.div(-7, 2), tf.truncatediv(-7, 2), tf.divide(7, 2)])

# %% shape mismatch constant
tf.constant([1, 2, 3], shape=[2, 2])

# %% constant fill
s.run(tf.constant(7, shape=[2, 2]))

# %% tf.constant shape with fewer values (v1 repeats the last value)
s.run(tf.constant([1, 2], shape=[2, 2]))

# %% placeholder shape forms
(
    P(tf.float32).shape,
    P(tf.float32, []).shape,
    P(tf.float32, [None, 3]).shape.as_list(),
    P(tf.float32, None).get_shape().ndims,
)

# %% bad dtype
P("floatx")

# %% set_shape refine and conflict
x = P(tf.float32, [None, 3])
x.set_shape([2, None])
r = x.shape.as_list()
(r, ex(lambda: x.set_shape([5, 3])))

# %% static shape inference
a = P(tf.float32, [None, 3])
(
    tf.matmul(a, tf.ones([3, 4])).shape.as_list(),
    tf.reduce_sum(a, 0).shape.as_list(),
    tf.concat([a, a], 1).shape.as_list(),
    tf.transpose(a).shape.as_list(),
    (a + tf.ones([3])).shape.as_list(),
    tf.reshape(a, [-1, 1]).shape.as_list(),
)

# %% tf.shape is a tensor, .shape is static
x = P(tf.float32, [None])
(x.shape.as_list(), s.run(tf.shape(x), {x: [1, 2, 3]}))

# %% as_list of unknown rank
P(tf.float32).shape.as_list()

# %% len / iteration over unknown rank
len(P(tf.float32).shape)

# %% indexing a shape
x = P(tf.float32, [None, 3]).shape
(x[1], x[0], x[-1], x[:1])

# %% TensorShape comparisons
S = tf.TensorShape
(
    S([1, 2]) == [1, 2],
    S(None) == S(None),
    S([None]) == S([None]),
    S([1, None]).is_compatible_with([1, 5]),
    S([1]).is_fully_defined(),
    S([1, 2]).num_elements(),
)

# %% merge_with conflict
tf.TensorShape([1, 2]).merge_with([1, 3])

# %% assert_has_rank
tf.TensorShape([1, 2]).assert_has_rank(3)

# %% with_rank
tf.TensorShape([1, 2]).with_rank(1)

# %% assert_is_fully_defined
tf.TensorShape([None]).assert_is_fully_defined()

# %% negative dimension
tf.TensorShape([-1])

# %% non-int dimension
tf.TensorShape(["a"])

# %% Dimension arithmetic
D = tf.Dimension
(D(3) + D(4), D(None) + 1, D(3) == 3, D(None) == 3, D(3) // 2)

# %% dtype properties
d = tf.float32
(
    d.name,
    d.as_numpy_dtype.__name__,
    d.is_floating,
    d.size,
    d.max,
    tf.int8.min,
    repr(d),
    str(d),
    d == np.float32,
    d == "float32",
    d.base_dtype,
    d.as_datatype_enum,
)

# %% as_dtype
(
    tf.as_dtype("int64"),
    tf.as_dtype(np.float16),
    tf.as_dtype(float),
    tf.as_dtype(int),
    tf.as_dtype(bool),
    tf.as_dtype(str),
    tf.as_dtype(1),
)

# %% as_dtype unknown
tf.as_dtype("foo")

# %% as_dtype of an object
tf.as_dtype(object())

# %% cast rounds toward zero
s.run(tf.cast([1.9, -1.9], tf.int32))

# %% cast of bool and saturate
s.run([tf.cast([True, False], tf.float32), tf.saturate_cast([300.0, -5.0], tf.uint8)])

# %% int32 overflow wraps
s.run(tf.constant(2**31 - 1) + 1)

# %% indexing forms
x = tf.reshape(tf.range(12), [3, 4])
[
    s.run(t).tolist()
    for t in (x[1], x[:, 1], x[1:3, ::2], x[..., 0], x[-1, -1], x[:, tf.newaxis, 0], x[::-1, 0])
]

# %% indexing with a list
tf.constant([1, 2, 3])[[0, 1]]

# %% indexing with float
tf.constant([1, 2, 3])[1.5]

# %% boolean mask through []
s.run(tf.boolean_mask([1, 2, 3], [True, False, True]))

# %% item assignment
x = tf.constant([1, 2])
x[0] = 5

# %% == on tensors: identity under v1 behaviour, elementwise under v2
a = tf.constant([1, 2])
b = tf.constant([1, 2])
(a == b) if isinstance(a == b, bool) else s.run(a == b)

# %% < is always elementwise
s.run(tf.constant([1, 2]) < 2)

# %% not / and
not tf.constant(True)

# %% in
1 in tf.constant([1, 2])

# %% logical operators & | ~ ^ on bools
a = tf.constant([True, False])
s.run([a & True, a | True, ~a, a ^ True])

# %% unary ops
s.run([-tf.constant(2), abs(tf.constant(-2)), +1 * tf.constant(1)])

# %% @ operator
s.run(tf.ones([1, 2]) @ tf.ones([2, 1]))

# %% numpy array on the left keeps TF in charge
type(np.ones(2, np.float32) + tf.constant([1.0, 2.0])).__name__

# %% np.float64 scalar with a float32 tensor on the right
np.float64(2) * tf.constant(1.0)

# %% tensor.eval in numpy printing / format
"%s" % tf.constant(1, name="c")

# %% range
[s.run(t).tolist() for t in (tf.range(3), tf.range(1, 4), tf.range(0, 1, 0.25), tf.range(3, 0, -1))]

# %% zeros / ones / fill dtypes
[
    t.dtype
    for t in (
        tf.zeros([1]),
        tf.ones([1]),
        tf.fill([1], 1),
        tf.zeros_like(tf.constant([1])),
        tf.eye(2),
        tf.linspace(0.0, 1.0, 2),
    )
]

# %% split uneven
tf.split(tf.ones([3]), 2)

# %% stack of mismatched shapes
tf.stack([tf.ones([2]), tf.ones([3])])

# %% squeeze of a non-1 dimension
tf.squeeze(tf.ones([2]), [0])

# %% expand_dims out of range
tf.expand_dims(tf.ones([2]), 3)

# %% transpose with bad perm
tf.transpose(tf.ones([2, 3]), [0, 0])

# %% reduce over bad axis
tf.reduce_sum(tf.ones([2]), 5)

# %% reduce keepdims/keep_dims
(
    tf.reduce_sum(tf.ones([2, 3]), 1, keepdims=True).shape.as_list(),
    s.run(tf.reduce_mean([1, 2])),
    s.run(tf.reduce_mean([1.0, 2.0])),
)

# %% argmax dtype
tf.argmax([1, 3, 2]).dtype

# %% one_hot
s.run(tf.one_hot([0, 2, 5], 3)).tolist()

# %% where one-argument / three-argument
(
    s.run(tf.where([True, False, True])).tolist(),
    s.run(tf.where([True, False], [1, 2], [3, 4])).tolist(),
)

# %% unique, unstack, meshgrid quick forms
(s.run(tf.unique([1, 1, 2])), [s.run(t) for t in tf.unstack([1, 2])])

# %% unstack with unknown length
tf.unstack(P(tf.float32, [None]))

# %% softmax cross entropy needs keyword args
tf.nn.softmax_cross_entropy_with_logits([1.0], [1.0])

# %% sparse softmax label out of range on CPU
s.run(
    tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=P(tf.int32, name="l"), logits=tf.ones([1, 2]), name="sx"
    ),
    {"l:0": [5]},
)

# %% dropout argument forms
(
    s.run(tf.nn.dropout(tf.ones([3]), keep_prob=1.0)),
    ex(lambda: tf.nn.dropout(tf.ones([3]), keep_prob=0.0)),
)

# %% dropout rate out of range
tf.nn.dropout(tf.ones([3]), rate=1.5)

# %% tf.function called in graph mode returns a symbolic tensor
f = tf2.function(lambda x: x + 1)
r = f(tf.constant(1))
(tf.executing_eagerly(), type(r).__name__, s.run(r))

# %% get_static_value
(tf.get_static_value(tf.constant([1, 2])), tf.get_static_value(P(tf.int32)))

# %% Print / print op
s.run(tf.Print(tf.constant(1), [tf.constant(2)], "msg"))

# %% names of NumPy's arrays
a = tf.constant([1.0])
[ex(lambda: getattr(a, name)) for name in ("T", "astype", "size", "foo")]

# %% an operation is no tensor, is_tensor
n, v = tf.no_op(), tf.Variable(1.0)
(ex(lambda: tf.convert_to_tensor(n)), [tf.is_tensor(k) for k in (n, v, tf.constant(1), 3)])

# %% a number too large for its dtype is infinite, an empty name is refused
(s.run(tf.constant([1e40, -1e40])), s.run(tf.constant(1e40)), ex(lambda: tf.constant(1, name="")))

# %% shapes of placeholders that are none
[ex(lambda: P(tf.float32, shape)) for shape in ("a", [-1], [2.5])]

# %% what registers and converts is checked
i = tf.IndexedSlices(tf.constant([[1.0]]), tf.constant([0]))
[
    ex(lambda: tf.register_tensor_conversion_function(3, lambda *a: 1)),
    ex(lambda: tf.register_tensor_conversion_function(str, 3)),
    ex(lambda: tf.SparseTensor.from_value(3)),
    ex(lambda: tf.convert_to_tensor(i)),
]

# %% get_static_value kinds
c = tf.constant([1, 2])
x = P(tf.float32, [2, None])
[
    ex(lambda f=f: tf.get_static_value(f()))
    for f in (
        lambda: c,
        lambda: c[0],
        lambda: c + 1,
        lambda: tf.stack([1, 2]),
        lambda: tf.Variable(1.0),
        lambda: tf.shape(P(tf.float32, [2])),
        lambda: tf.shape(x),
        lambda: tf.rank(x),
        lambda: tf.size(P(tf.float32, [2])),
        lambda: tf.range(3),
        lambda: tf.cast(c, tf.float32),
        lambda: tf.concat([c, c], 0),
        lambda: tf.concat([[c[0]], c], 0),
        lambda: tf.unstack([[1, 2]])[0],
        lambda: tf.split(c, 2)[0],
        lambda: tf.fill([2], 3),
        lambda: tf.zeros([2]),
        lambda: tf.equal(c, c),
        lambda: tf.stop_gradient(c),
        lambda: tf.identity(c),
        lambda: tf.reshape(c, [2, 1]),
        lambda: tf.constant(3),
        lambda: tf.constant("a"),
        lambda: 3,
        lambda: [1],
        lambda: None,
        lambda: P(tf.int32),
        lambda: tf.ones_like(c),
        lambda: tf.stack([c[0], 2]),
    )
]

# %% a tensor whose value was asked may not be fed
c = tf.constant(2.0, name="c")
before = s.run(c * 2, {c: 3.0})
tf.get_static_value(c)
d = tf.constant(1.0, name="d")
tf.assert_equal(d, 1.0)
[before, ex(lambda: s.run(c * 2, {c: 3.0})), ex(lambda: s.run(d * 2, {d: 3.0})), g.is_feedable(c)]

# %% sparse tensors in ops of shapes and copies
x = tf.SparseTensor([[0, 1]], [3.0], [2, 2])
[
    s.run(tf.identity(x)),
    s.run([tf.shape(x), tf.shape(x, out_type=tf.int64), tf.size(x), tf.rank(x), tf.zeros_like(x)]),
    tf.shape(x).op.type,
    s.run(tf.ones_like(tf.constant([1.0]))),
    tf.ones_like(tf.constant([1.0])).op.type,
]

# %% reshape to sizes that the known ones do not divide
x = P(tf.float32, [None, 3])
[
    ex(lambda: tf.reshape(x, [5, 5])),
    ex(lambda: tf.reshape(x, [2, 3]).shape),
    ex(lambda: tf.reshape(x, [-1, 5]).shape),
    ex(lambda: tf.reshape(P(tf.float32), [5, 5]).shape),
    ex(lambda: tf.reshape(P(tf.float32, [None, 0]), [5, 5]).shape),
]

# %% names that are no strings, or none
[
    ex(lambda: tf.constant(1, name=None).name),
    ex(lambda: tf.constant(1, name=3)),
    ex(lambda: tf.Variable(1.0, name=3)),
    ex(lambda: tf.name_scope(3).__enter__()),
    ex(lambda: tf.get_variable(3, [1])),
    ex(lambda: tf.placeholder(tf.float32, name=3)),
    ex(lambda: tf.add(1, 2, name=3)),
    ex(lambda: tf.zeros([1], name=3)),
]


# %% conversion functions that TensorFlow refuses
class T:
    pass


tf.register_tensor_conversion_function(
    T, lambda v, dtype=None, name=None, as_ref=False: tf.constant(1.0)
)
f = lambda *a, **k: 3
[
    ex(lambda: tf.register_tensor_conversion_function(int, f)),
    ex(lambda: tf.register_tensor_conversion_function((T, float), f)),
    ex(lambda: tf.register_tensor_conversion_function(np.ndarray, f)),
    ex(lambda: tf.register_tensor_conversion_function(bool, f)),
    ex(lambda: tf.register_tensor_conversion_function(np.int32, f)),
    ex(lambda: tf.register_tensor_conversion_function(complex, f)),
    ex(lambda: tf.convert_to_tensor(T(), preferred_dtype=tf.int32)),
]

# %% shapes of small constants
[
    ex(lambda f=f: f())
    for f in (
        lambda: tf.zeros([2.5]),
        lambda: tf.ones([2.5, 3]),
        lambda: tf.zeros([2.5e3]),
        lambda: tf.zeros(2.5),
        lambda: tf.zeros([-1]),
        lambda: tf.ones([2**40]).shape,
        lambda: tf.zeros([[1]]),
        lambda: tf.zeros([True]),
        lambda: tf.zeros([0.5]),
        lambda: tf.zeros((2.0, 2)),
    )
]

# %% indices that are no scalars, masks that are no vectors
x = P(tf.float32, [4, None, 3])
i = tf.constant([0])
[
    ex(lambda f=f: f())
    for f in (
        lambda: x[True],
        lambda: x[i],
        lambda: x[i:],
        lambda: x[0, i],
        lambda: x[P(tf.int32)].shape,
        lambda: tf.boolean_mask(x[0], [True, False], axis=1),
        lambda: tf.boolean_mask([1, 2, 3], [True, False]),
    )
]

# %% numbers at equal distances, differences of lists
i = tf.constant(2)
r = [s.run(tf.linspace(0, 1, 3)), s.run(tf.lin_space(i, 4, 3)), ex(lambda: tf.linspace(0, 1.5, 3))]
d = tf.setdiff1d([1, 2], [2])
r + [s.run(tf.linspace(0.0, 1, 3)), d, s.run(d), s.run(d.idx)]

# %% rounding by Python
[ex(lambda: round(tf.constant([1.5]))), ex(lambda: round(tf.constant(1.5), 1))]
