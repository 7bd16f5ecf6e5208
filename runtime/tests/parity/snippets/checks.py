"""Assertions, checks of numbers, and what is printed."""

# %% print(tf.constant(1), 'abc', 2.5, [1, tf.constant(2)], {'a': tf.constant([1, 2])})
t = tf.print(tf.constant(1), "abc", 2.5, [1, tf.constant(2)], {"a": tf.constant([1, 2])}).inputs[0]
s.run(t)

# %% print(tf.range(10))
t = tf.print(tf.range(10)).inputs[0]
s.run(t)

# %% print(tf.range(6), tf.range(7))
t = tf.print(tf.range(6), tf.range(7)).inputs[0]
s.run(t)

# %% print(tf.range(10), summarize=2)
t = tf.print(tf.range(10), summarize=2).inputs[0]
s.run(t)

# %% print(tf.range(10), summarize=-1)
t = tf.print(tf.range(10), summarize=-1).inputs[0]
s.run(t)

# %% print(tf.reshape(tf.range(100), [10, 10]))
t = tf.print(tf.reshape(tf.range(100), [10, 10])).inputs[0]
s.run(t)

# %% print(tf.constant(np.zeros([8, 2, 2], np.float32)))
t = tf.print(tf.constant(np.zeros([8, 2, 2], np.float32))).inputs[0]
s.run(t)

# %% print(tf.constant(np.zeros([2, 0])), tf.constant(np.zeros([0])))
t = tf.print(tf.constant(np.zeros([2, 0])), tf.constant(np.zeros([0]))).inputs[0]
s.run(t)

# %% print(tf.constant([True, False]), tf.constant(['a', 'b']))
t = tf.print(tf.constant([True, False]), tf.constant(["a", "b"])).inputs[0]
s.run(t)

# %% print(tf.constant('a'))
t = tf.print(tf.constant("a")).inputs[0]
s.run(t)

# %% print(tf.constant(1.0), tf.constant(1e10), sep='|')
t = tf.print(tf.constant(1.0), tf.constant(1e10), sep="|").inputs[0]
s.run(t)

# %% print('no tensors', 5)
t = tf.print("no tensors", 5).inputs[0]
s.run(t)

# %% print(tf.constant(1.0 / 3, tf.float64))
t = tf.print(tf.constant(1.0 / 3, tf.float64)).inputs[0]
s.run(t)

# %% print((tf.constant(1),), collections.namedtuple('P', 'a b')(tf.constant(1), 2))
import collections

t = tf.print((tf.constant(1),), collections.namedtuple("P", "a b")(tf.constant(1), 2)).inputs[0]
s.run(t)

# %% print(tf.SparseTensor([[0, 0]], [1.0], [2, 2]))
t = tf.print(tf.SparseTensor([[0, 0]], [1.0], [2, 2])).inputs[0]
s.run(t)

# %% print(tf.constant(['é', '\n', '"', "'"]))
t = tf.print(tf.constant(["é", "\n", '"', "'"])).inputs[0]
s.run(t)

# %% what print refuses
[ex(lambda: tf.print(1, bad=3)), ex(lambda: tf.print(1, output_stream="zz"))]

# %% Print hands its input on
t = tf.Print(tf.constant([1, 2]), [tf.constant("é"), tf.range(10)], "msg", first_n=2, summarize=4)
t, t.op.get_attr("message"), t.op.get_attr("first_n"), s.run(t)

# %% add_check_numerics_ops on a graph
x = tf.placeholder(tf.float32, name="x")
z = tf.log(x) * 2
w = tf.cast(z, tf.int32)
c = tf.add_check_numerics_ops()
c.name, c.type, [i.name for i in c.control_inputs], ex(lambda: s.run(c, {x: -1.0}))

# %% assert_rank(x, 1)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_rank(x, 1)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_rank(tf.placeholder(tf.float32, [2]), 1)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_rank(tf.placeholder(tf.float32, [2]), 1)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_equal(x, 1.)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_equal(x, 1.0)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_less(x, [1., 2.], message='mm')
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_less(x, [1.0, 2.0], message="mm")
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_positive(x)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_positive(x)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_negative(x)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_negative(x)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_non_negative(x)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_non_negative(x)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_near(x, 2.)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_near(x, 2.0)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_near(x, [3., 1.])
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_near(x, [3.0, 1.0])
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_integer(tf.constant(1))
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_integer(tf.constant(1))
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_integer(x)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_integer(x)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_type(x, tf.int32)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_type(x, tf.int32)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_scalar(tf.constant(1.))
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_scalar(tf.constant(1.0))
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_scalar(x)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_scalar(x)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_rank_in(x, [0, 2])
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_rank_in(x, [0, 2])
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_rank_at_least(x, 2)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_rank_at_least(x, 2)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_rank_at_least(tf.zeros([2]), 2, message='m')
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_rank_at_least(tf.zeros([2]), 2, message="m")
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_rank_in(tf.zeros([2]), [0, 2])
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_rank_in(tf.zeros([2]), [0, 2])
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_non_positive(tf.constant([1.]))
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_non_positive(tf.constant([1.0]))
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_none_equal(x, x)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_none_equal(x, x)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_equal(tf.constant([1, 2]), [1, 3], data=['d'])
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_equal(tf.constant([1, 2]), [1, 3], data=["d"])
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_rank(x, [1])
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_rank(x, [1])
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_equal(tf.constant([]), [])
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_equal(tf.constant([]), [])
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_greater(x, 0.)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_greater(x, 0.0)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_greater_equal(x, 2., summarize=1)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_greater_equal(x, 2.0, summarize=1)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% assert_less_equal(x, 2.)
x = tf.placeholder(tf.float32, name="x")
r = tf.assert_less_equal(x, 2.0)
r.name, s.run(r, {x: [3.0, 1.0]})

# %% ensure_shape(x, [3])
x = tf.placeholder(tf.float32, name="x")
r = tf.ensure_shape(x, [3])
r.name, s.run(r, {x: [3.0, 1.0]})

# %% is_strictly_increasing and is_non_decreasing
s.run(
    [
        tf.is_strictly_increasing([1, 2, 3]),
        tf.is_strictly_increasing([1, 1]),
        tf.is_non_decreasing([1, 1]),
        tf.is_non_decreasing([]),
    ]
)

# %% is_numeric_tensor
(
    tf.is_numeric_tensor(tf.constant(1.0)),
    tf.is_numeric_tensor(tf.constant("a")),
    tf.is_numeric_tensor(3),
)

# %% assert_same_float_dtype and assert_proper_iterable
x = tf.constant(1.0)
[
    ex(lambda: tf.assert_same_float_dtype([x, None])),
    ex(lambda: tf.assert_same_float_dtype([x, tf.constant(1)])),
    ex(lambda: tf.assert_same_float_dtype([tf.constant(1)])),
    ex(lambda: tf.assert_same_float_dtype()),
    ex(lambda: tf.assert_proper_iterable(x)),
    ex(lambda: tf.assert_proper_iterable([x])),
    ex(lambda: tf.assert_proper_iterable(3)),
]

# %% Assert converts texts and integers twice
x = P(tf.bool, name="x")
a = tf.Assert(x, ["abc", 3], name="A")
([(o.name, o.type) for o in g.get_operations()], ex(lambda: tf.Assert(x, "abc")))
