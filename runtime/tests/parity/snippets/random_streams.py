"""Random ops: which values are equal, between ops, runs, sessions and graphs."""

# %% attributes of seeds
tf.set_random_seed(5)
ops = [
    tf.random_uniform([1]).op,
    tf.random_uniform([1], seed=3).op,
    tf.random_normal([1]).op.inputs[0].op.inputs[0].op,
]
[(o.type, o.get_attr("seed"), o.get_attr("seed2")) for o in ops]

# %% get_seed
r = [tf.get_seed(None), tf.get_seed(3), tf.random.get_seed(-1)]
tf.set_random_seed(1)
r + [tf.get_seed(None), tf.get_seed(None), tf.get_seed(3)]

# %% get_seed of zero
tf.set_random_seed(0)
[tf.get_seed(0), tf.get_seed(None), tf.get_seed(2**31 - 1)], g.seed

# %% the same op twice in one run
x = tf.random_uniform([4])
a, b, c = s.run([x, x, x * 1.0])
(bool((a == b).all()), bool((a == c).all()))

# %% two ops without seeds
x, y = s.run([tf.random_uniform([4]), tf.random_uniform([4])])
bool((x == y).any())

# %% two ops with the same seed
x, y = s.run([tf.random_uniform([4], seed=1), tf.random_uniform([4], seed=1)])
bool((x == y).all())

# %% ops with other seeds
x, y = s.run([tf.random_uniform([4], seed=1), tf.random_uniform([4], seed=2)])
bool((x == y).any())

# %% a graph seed and ops without seeds
tf.set_random_seed(1)
x, y = s.run([tf.random_uniform([4]), tf.random_uniform([4])])
bool((x == y).any())


# %% two graphs with the same seed
def draw():
    with tf.Graph().as_default(), tf.Session() as t:
        tf.set_random_seed(9)
        tf.random_uniform([1])
        return t.run([tf.random_uniform([4]), tf.random_normal([2], seed=4)])


a, b = draw(), draw()
[bool((x == y).all()) for x, y in zip(a, b)]

# %% runs of one session
x = tf.random_uniform([4], seed=1)
a, b = s.run(x), s.run(x)
bool((a == b).any())

# %% sessions start again
tf.set_random_seed(2)
x = tf.random_uniform([4])
t = tf.Session()
a, b, c, d = s.run(x), s.run(x), t.run(x), t.run(x)
(bool((a == c).all()), bool((b == d).all()))

# %% sessions without seeds differ
x = tf.random_uniform([4])
t = tf.Session()
bool((s.run(x) == t.run(x)).any())

# %% the stream does not depend on what else runs
x, y = tf.random_uniform([4], seed=1), tf.random_uniform([4], seed=2)
t = tf.Session()
s.run(y)
a, b = s.run([x, y])
c = t.run(x)
bool((a == c).all())

# %% ranges
x = s.run(tf.random_uniform([1000], 2.0, 3.0, seed=1))
y = s.run(tf.random_uniform([1000], 2, 5, tf.int32, seed=1))
z = s.run(tf.truncated_normal([1000], seed=1))
(x.min() >= 2, x.max() < 3, sorted(set(y.tolist())), abs(z).max() < 2)

# %% moments
x = s.run(tf.random_normal([10000], 3.0, 2.0, seed=1))
(round(float(x.mean()), 0), round(float(x.std()), 0))

# %% shapes known while building
n = P(tf.int32, [2], name="n")
x = tf.random_uniform(n)
(
    tf.random_uniform([2, 3]).shape,
    x.shape,
    s.run(x, {n: [2, 3]}).shape,
    tf.random_normal(tf.shape(x)).shape,
)

# %% a set seed is the graph's
tf.set_random_seed(4)
with tf.Graph().as_default() as h:
    r = h.seed
(g.seed, r)

# %% shuffles keep the rows
x = s.run(tf.random_shuffle(tf.constant([[1, 2], [3, 4], [5, 6]]), seed=1))
sorted(x.tolist())

# %% shuffles with one seed are equal
a = tf.random_shuffle(tf.range(20), seed=3)
b = tf.random_shuffle(tf.range(20), seed=3)
x, y = s.run([a, b])
bool((x == y).all()), a.op.get_attr("seed"), a.op.get_attr("seed2")

# %% classes by their probability
x = s.run(tf.multinomial([[0.0, 50.0], [50.0, 0.0]], 4, seed=1))
(x, x.dtype)

# %% no gradient through random numbers
m = tf.constant([1.0])
x = tf.random_normal([1], mean=m, stddev=2.0)
s.run(tf.gradients(x, m))

# %% a variable and its random start
v = tf.Variable(tf.random_uniform([3], seed=1))
t = tf.Session()
s.run(v.initializer)
t.run(v.initializer)
a = s.run(v)
s.run(v.initializer)
bool((a == t.run(v)).all()), bool((a == s.run(v)).any())
