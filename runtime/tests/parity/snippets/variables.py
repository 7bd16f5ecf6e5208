"""`Variable`, `get_variable`, `variable_scope`, initialisation, assignment."""

# %% uninitialized read (ref variable)
v = tf.Variable(1.0, name="v", use_resource=False)
s.run(v)

# %% uninitialized read of v+1 (ref variable)
v = tf.Variable(1.0, name="v", use_resource=False)
s.run(v + 1)

# %% uninitialized read (resource variable)
v = tf.Variable(1.0, name="v", use_resource=True)
s.run(v)

# %% assign_add on uninitialized (ref)
v = tf.Variable(1.0, name="v", use_resource=False)
s.run(v.assign_add(1.0))

# %% assign_add on uninitialized (resource)
v = tf.Variable(1.0, name="v", use_resource=True)
s.run(v.assign_add(1.0))

# %% assign initialises
v = tf.Variable(1.0)
s.run(v.assign(3.0))
s.run(v)

# %% global_variables_initializer is one op named init
tf.Variable(1.0)
i = tf.global_variables_initializer()
(i.type, i.name)

# %% initializer without variables
tf.global_variables_initializer().type

# %% variables_initializer([]) / name
tf.variables_initializer([]).name

# %% names of ops of a (ref) variable
v = tf.Variable(1.0, name="v", use_resource=False)
[(o.name, o.type) for o in g.get_operations()[1:]]

# %% names of ops of a resource variable
v = tf.Variable(1.0, name="v", use_resource=True)
[(o.name, o.type) for o in g.get_operations()[1:]]

# %% repr, name, dtype, shape
v = tf.Variable([1.0, 2.0], name="v")
(repr(v), v.name, v.op.name, v.dtype.base_dtype, v.shape.as_list(), v.get_shape().as_list())

# %% dtype of a ref variable is float32_ref
v = tf.Variable(1.0, use_resource=False)
(
    v.dtype,
    v.dtype.is_compatible_with(tf.float32) if hasattr(v.dtype, "is_compatible_with") else None,
    v.dtype == tf.float32,
)

# %% without initial_value
tf.Variable()

# %% initial_value callable without dtype
v = tf.Variable(lambda: tf.constant(2.0))
s.run(v.initializer)
s.run(v)

# %% initial value depends on another variable (ref variables are guarded automatically; resource variables are not)
a = tf.Variable(2.0, name="a")
b = tf.Variable(a * 2, name="b")
s.run(b.initializer)

# %% initialized_value() handles that
a = tf.Variable(2.0)
b = tf.Variable(a.initialized_value() * 2)
s.run(tf.global_variables_initializer())
s.run(b)

# %% random initializers: each initializer run draws anew
v = tf.Variable(tf.random_uniform([]))
s.run(v.initializer)
a = s.run(v)
s.run(v.initializer)
bool(a == s.run(v))

# %% initial value with unknown shape
tf.Variable(P(tf.float32))

# %% validate_shape=False allows it and later shape change
v = tf.Variable(P(tf.float32, name="p"), validate_shape=False, use_resource=False)
s.run(v.initializer, {"p:0": [1.0, 2.0]})
(v.shape, s.run(v))

# %% assign wrong shape
v = tf.Variable([1.0, 2.0], name="v")
v.assign([1.0, 2.0, 3.0])

# %% assign wrong shape (resource)
v = tf.Variable([1.0, 2.0], name="v", use_resource=True)
v.assign([1.0, 2.0, 3.0])

# %% assign wrong dtype
v = tf.Variable(1.0, name="v")
v.assign(tf.constant(1))

# %% assign python int to float variable converts
v = tf.Variable(1.0)
s.run(v.assign(3))

# %% tf.assign(ref, value) on a plain tensor
tf.assign(tf.constant(1.0), 2.0)

# %% v.assign returns (ref mode) / (resource mode) evaluated
v = tf.Variable(1.0)
(type(v.assign(2.0)).__name__, s.run(v.assign(2.0)))

# %% v.load(value, sess)
v = tf.Variable(1.0)
s.run(v.initializer)
v.load(8.0, s)
s.run(v)

# %% v.load without session
v = tf.Variable(1.0)
v.load(8.0)

# %% v.eval()
v = tf.Variable(1.0)
with s.as_default():
    v.initializer.run()
    r = v.eval()
r

# %% v.eval() without session
v = tf.Variable(1.0)
v.eval()

# %% is_variable_initialized / report_uninitialized_variables
a = tf.Variable(1.0, name="a")
b = tf.Variable(1.0, name="b")
i = tf.is_variable_initialized(a)
u = tf.report_uninitialized_variables()
x = s.run([i, u])
s.run(a.initializer)
(x, s.run([i, u]))

# %% collections and trainable
tf.Variable(1.0, name="a")
tf.Variable(1.0, name="b", trainable=False)
tf.Variable(1.0, name="c", collections=[tf.GraphKeys.LOCAL_VARIABLES])
(
    [v.name for v in tf.global_variables()],
    [v.name for v in tf.trainable_variables()],
    [v.name for v in tf.local_variables()],
)

# %% bool(variable) / if v:
v = tf.Variable(True)
bool(v)

# %% iterating over a variable
list(tf.Variable([1.0, 2.0]))

# %% v += 1 in Python gives a Tensor, not an assignment
v = tf.Variable(1.0)
w = v
w += 1.0
(type(w).__name__, w is v)

# %% v[0] is a tensor; sliced assign
v = tf.Variable([1.0, 2.0, 3.0])
s.run(v.initializer)
s.run(v[1].assign(9.0))

# %% scatter_update
v = tf.Variable([1.0, 2.0, 3.0])
s.run(v.initializer)
s.run(tf.scatter_update(v, [0, 2], [7.0, 8.0]))

# %% scatter_add index out of range
v = tf.Variable([1.0, 2.0], name="v")
s.run(v.initializer)
s.run(tf.scatter_add(v, [5], [1.0], name="sc"))

# %% counter increments once per run; return value of the assign_add op
v = tf.Variable(0)
s.run(v.initializer)
a = v.assign_add(1)
[s.run(a) for _ in range(3)]

# %% two assign_adds in one run both apply
v = tf.Variable(0)
s.run(v.initializer)
s.run(tf.group(v.assign_add(1), v.assign_add(10)))
s.run(v)

# %% tf.group returns Operation, fetch None
s.run(tf.group(tf.constant(1), tf.constant(2)))

# %% initializing again resets the value
v = tf.Variable(1.0)
s.run(v.initializer)
s.run(v.assign(5.0))
s.run(v.initializer)
s.run(v)

# %% constraint needs a callable
tf.Variable(1.0, constraint=3)

# %% Variable inside tf.cond branch
tf.cond(tf.constant(True), lambda: tf.Variable(1.0), lambda: tf.constant(2.0))

# %% get_variable basic and reuse error
with tf.variable_scope("s"):
    tf.get_variable("w", [1])
with tf.variable_scope("s"):
    tf.get_variable("w", [1])

# %% reuse=True gives the same object
with tf.variable_scope("s"):
    a = tf.get_variable("w", [1])
with tf.variable_scope("s", reuse=True):
    b = tf.get_variable("w", [1])
(a is b, a.name)

# %% reuse=True, variable absent
with tf.variable_scope("s", reuse=True):
    tf.get_variable("nope", [1])

# %% reuse with another shape
with tf.variable_scope("s"):
    tf.get_variable("w", [1])
with tf.variable_scope("s", reuse=True):
    tf.get_variable("w", [2])

# %% reuse with another dtype
with tf.variable_scope("s"):
    tf.get_variable("w", [1])
with tf.variable_scope("s", reuse=True):
    tf.get_variable("w", [1], tf.int32)


# %% AUTO_REUSE
def f():
    with tf.variable_scope("s", reuse=tf.AUTO_REUSE):
        return tf.get_variable("w", [1])


f() is f()

# %% scope.reuse_variables()
with tf.variable_scope("s") as sc:
    a = tf.get_variable("w", [1])
    sc.reuse_variables()
    b = tf.get_variable("w")
a is b

# %% get_variable without shape, new variable
tf.get_variable("w")

# %% get_variable with unknown dimension
tf.get_variable("w", [None])

# %% get_variable: shape together with constant initializer
tf.get_variable("w", [2], initializer=tf.constant([1.0, 2.0]))

# %% get_variable: initializer value of wrong dtype
tf.get_variable("w", initializer=np.array([1, 2]), dtype=tf.float32).dtype.base_dtype

# %% variable_scope name and op scope: second entry gets op scope s_1 but same var scope
with tf.variable_scope("s"):
    a = tf.constant(1, name="c").name
with tf.variable_scope("s") as sc:
    b = tf.constant(1, name="c").name
    v = tf.get_variable("w", [1]).name
(a, b, v, sc.name, sc.original_name_scope)

# %% name_scope does not affect get_variable, but does affect Variable
with tf.name_scope("n"):
    a = tf.get_variable("w", [1]).name
    b = tf.Variable(1.0, name="v").name
(a, b)

# %% variable_scope(None, default_name) uniquifies
with tf.variable_scope(None, "d"):
    a = tf.get_variable("w", [1]).name
with tf.variable_scope(None, "d"):
    b = tf.get_variable("w", [1]).name
(a, b)

# %% variable_scope(None) without default
with tf.variable_scope(None):
    pass

# %% scope initializer is inherited; default is glorot_uniform for floats
with tf.variable_scope("s", initializer=tf.constant_initializer(4.0)):
    v = tf.get_variable("w", [2])
s.run(v.initializer)
s.run(v)

# %% get_variable string dtype without initializer
tf.get_variable("st", [1], tf.string)

# %% regularizer adds to REGULARIZATION_LOSSES
v = tf.get_variable(
    "w", [2], initializer=tf.ones_initializer(), regularizer=lambda w: tf.reduce_sum(w)
)
[t.name for t in tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)]

# %% get_variable_scope().name, nested
with tf.variable_scope("a"):
    with tf.variable_scope("b"):
        r = (tf.get_variable_scope().name, tf.get_variable("v", [1]).name)
r

# %% custom_getter
with tf.variable_scope("s", custom_getter=lambda getter, name, *a, **k: getter(name, *a, **k) * 2):
    v = tf.get_variable("w", [1], initializer=tf.ones_initializer())
type(v).__name__

# %% default initializer of an int variable is zeros; of bool False
v = tf.get_variable("i", [2], tf.int32)
b = tf.get_variable("b", [1], tf.bool)
s.run([v.initializer, b.initializer])
s.run([v, b])


# %% a loop variable cannot be an initial value
def body(i):
    v = tf.Variable(i)
    return i + 1


ex(lambda: tf.while_loop(lambda i: i < 3, body, [tf.constant(0)]))


# %% nor a tensor of a branch
def f():
    t = tf.constant(3.0) * 2
    return tf.Variable(t) + 0.0


ex(lambda: tf.cond(P(tf.bool, []), f, lambda: tf.constant(2.0)))
