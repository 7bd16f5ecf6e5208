"""Variable scopes, get_variable, custom getters, initializers of scopes."""

# %% a scope entered again by its object
with tf.variable_scope("a") as sc:
    v = tf.get_variable("v", [1])
with tf.variable_scope("b"), tf.variable_scope(sc, reuse=True) as again:
    w = tf.get_variable("v", [1])
(
    v is w,
    again.name,
    sc.original_name_scope,
    again.original_name_scope,
    tf.get_variable_scope().name,
)

# %% names of ops in a scope entered by its object
with tf.variable_scope("a") as sc:
    x = tf.constant(0, name="x").name
with tf.variable_scope("b"), tf.variable_scope(sc):
    y = tf.constant(0, name="x").name
    with tf.name_scope(sc.original_name_scope):
        z = tf.constant(0, name="x").name
(x, y, z)

# %% default names count by scope
names = []
with tf.variable_scope("outer"):
    for _ in range(2):
        with tf.variable_scope(None, "d") as sc:
            names.append(sc.name)
            with tf.variable_scope(None, "e") as inner:
                names.append((inner.name, inner.original_name_scope))
with tf.variable_scope("outer"), tf.variable_scope(None, "d") as sc:
    names.append((sc.name, sc.original_name_scope))
names

# %% default name after an explicit one
with tf.variable_scope("d"):
    pass
with tf.variable_scope(None, "d") as a, tf.variable_scope(None, "d") as b:
    pass
(a.name, b.name)

# %% reuse is inherited and cannot be taken back
r = []
with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
    with tf.variable_scope("b", reuse=False) as sc:
        r.append(sc.reuse)
    with tf.variable_scope("b", reuse=True) as sc:
        r.append(sc.reuse)
    with tf.variable_scope("c") as sc:
        r.append(sc.reuse)
[repr(x) for x in r], repr(tf.get_variable_scope().reuse)

# %% reuse_variables in the root scope
a = tf.get_variable("v", [1])
tf.get_variable_scope().reuse_variables()
a is tf.get_variable("v", [1]), ex(lambda: tf.get_variable("w", [1]))

# %% bad reuse
with tf.variable_scope("a", reuse="maybe"):
    pass

# %% reuse without a name
with tf.variable_scope(None, "d", reuse=True):
    pass

# %% name_or_scope of another type
with tf.variable_scope(3):
    pass

# %% auxiliary_name_scope of another type
with tf.variable_scope("a", auxiliary_name_scope=1):
    pass

# %% auxiliary_name_scope=False leaves the name scope
with tf.name_scope("n"):
    with tf.variable_scope("a", auxiliary_name_scope=False) as sc:
        x = tf.constant(0, name="x").name
        v = tf.get_variable("v", [1]).name
        b = tf.Variable(1.0, name="b").name
(x, v, b, sc.name, sc.original_name_scope)

# %% auxiliary_name_scope=False and a default name
with tf.variable_scope(None, "d", auxiliary_name_scope=False) as sc:
    x = tf.constant(0, name="x").name
    v = tf.get_variable("v", [1]).name
(x, v, sc.name, sc.original_name_scope)

# %% settings of a scope are inherited
reg = lambda x: None
with tf.variable_scope(
    "a", initializer=tf.ones_initializer(), dtype=tf.float64, caching_device="/cpu:0"
) as a:
    with tf.variable_scope("b", regularizer=reg) as b:
        pass
(b.dtype, b.caching_device, b.regularizer is reg, b.initializer is a.initializer, a.use_resource)

# %% setters of a scope
with tf.variable_scope("a") as sc:
    sc.set_dtype(tf.int32)
    sc.set_initializer(tf.constant_initializer(7))
    sc.set_use_resource(True)
    v = tf.get_variable("v", [2])
s.run(v.initializer)
(s.run(v), v.dtype, type(v).__name__)

# %% dtype of a scope and of the variable
with tf.variable_scope("a", dtype=tf.float64):
    r = [
        tf.get_variable("v", [1]).dtype.base_dtype,
        tf.get_variable("w", [1], tf.float16).dtype.base_dtype,
    ]
r

# %% initializer is a number
v = tf.get_variable("v", initializer=3)
s.run(v.initializer)
(v.dtype.base_dtype, v.shape, s.run(v))

# %% initializer is a function without arguments
v = tf.get_variable("v", initializer=lambda: tf.ones([2]))
s.run(v.initializer)
(s.run(v), v.initial_value.name)

# %% initializer is a function of the shape
v = tf.get_variable("v", [2], initializer=lambda shape, dtype: tf.fill(shape, tf.cast(5, dtype)))
s.run(v.initializer)
s.run(v)

# %% initializer takes partition_info
seen = []


def init(shape, dtype=None, partition_info=None):
    seen.append((shape, dtype, partition_info))
    return tf.zeros(shape, dtype)


tf.get_variable("v", [2], initializer=init)
seen

# %% initializer is a class
v = tf.get_variable("v", [2], initializer=tf.zeros_initializer)
s.run(v.initializer)
s.run(v)

# %% initializer does not fit the shape
tf.get_variable("v", [2], initializer=tf.constant_initializer([1.0, 2.0, 3.0]))

# %% scope initializer and no shape
with tf.variable_scope("a", initializer=tf.zeros_initializer()):
    tf.get_variable("v")

# %% get_variable with an unknown shape and a value
tf.get_variable("v", initializer=tf.placeholder(tf.float32, name="p"))

# %% get_variable, validate_shape=False
v = tf.get_variable("v", initializer=tf.placeholder(tf.float32, name="p"), validate_shape=False)
s.run(v.initializer, {"p:0": [1.0, 2.0]})
(v.shape, s.run(v))

# %% dtype that has no default initializer
tf.get_variable("v", [1], tf.complex64)

# %% collections and trainable
v = tf.get_variable("v", [1], collections=["mine"], trainable=False)
[x.name for x in tf.get_collection("mine")], tf.global_variables(), tf.trainable_variables()

# %% get_local_variable
v = tf.get_local_variable("v", [1])
[x.name for x in tf.local_variables()], tf.global_variables(), tf.trainable_variables(), v.trainable

# %% get_local_variable with collections
v = tf.get_local_variable("v", [1], collections=["mine"])
[x.name for x in tf.local_variables()], [x.name for x in tf.get_collection("mine")]

# %% collections of a scope
with tf.variable_scope("a") as a:
    tf.get_variable("v", [1])
    tf.get_local_variable("w", [1])
tf.get_variable("ab", [1])
[[x.name for x in f()] for f in (a.global_variables, a.local_variables, a.trainable_variables)]

# %% collections filtered by a prefix
with tf.variable_scope("a"):
    tf.get_variable("v", [1])
tf.get_variable("b", [1])
[v.name for v in tf.global_variables("a")], [v.name for v in tf.trainable_variables(scope="b")]


# %% custom getter renames
def getter(getter, name, *args, **kwargs):
    return getter(name + "_x", *args, **kwargs)


with tf.variable_scope("a", custom_getter=getter):
    v = tf.get_variable("v", [1])
v.name


# %% custom getters nest
def make(mark):
    def getter(getter, name, *args, **kwargs):
        calls.append((mark, name))
        return getter(name, *args, **kwargs)

    return getter


calls = []
with tf.variable_scope("a", custom_getter=make(1)):
    with tf.variable_scope("b", custom_getter=make(2)):
        tf.get_variable("v", [1], custom_getter=make(3))
        tf.get_variable("w", [1])
calls

# %% arguments of a custom getter
seen = []


def getter(getter, **kwargs):
    seen.append(sorted(kwargs))
    return getter(**kwargs)


tf.get_variable("v", [1], custom_getter=getter)
seen

# %% custom getter is not callable
tf.get_variable("v", [1], custom_getter=3)

# %% the getter of a scope that is entered again
calls = []


def getter(getter, name, *args, **kwargs):
    calls.append(name)
    return getter(name, *args, **kwargs)


with tf.variable_scope("a", custom_getter=getter) as sc:
    pass
with tf.variable_scope(sc):
    tf.get_variable("v", [1])
calls

# %% creators
calls = []


def creator(following, **kwargs):
    calls.append(kwargs["name"])
    kwargs["name"] = "made"
    return following(**kwargs)


with tf.variable_creator_scope(creator):
    v = tf.Variable(1.0, name="v")
    w = tf.get_variable("w", [])
(calls, v.name, w.name)

# %% regularization losses
with tf.variable_scope("a", regularizer=lambda x: tf.reduce_sum(x, name="r")):
    v = tf.get_variable("v", initializer=[1.0, 2.0])
    tf.get_variable("w", [1], regularizer=tf.no_regularizer)
s.run(v.initializer)
losses = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
[x.name for x in losses], s.run(losses[0]), s.run(tf.add_n(losses)), s.run(losses[0] * 2.0)

# %% regularizers are not called again for reused variables
calls = []
with tf.variable_scope("a", regularizer=lambda x: calls.append(x.name), reuse=tf.AUTO_REUSE):
    tf.get_variable("v", [1])
    n = len(calls)
    tf.get_variable("v", [1])
(n, len(calls))

# %% variable_op_scope
with tf.variable_op_scope([], "a", "b") as x, tf.variable_op_scope([], None, "b") as y:
    pass
(x.name, y.name)

# %% a scope of the graph of its values
with tf.Graph().as_default() as h:
    x = tf.constant(1.0)
with tf.variable_scope("a", values=[x]):
    v = tf.get_variable("v", [1])
(v.graph is h, tf.get_default_graph() is g)

# %% scopes left in the wrong order
a, b = tf.variable_scope("a"), tf.variable_scope("b")
a.__enter__()
b.__enter__()
ex(lambda: a.__exit__(None, None, None))

# %% the same block used twice
block = tf.variable_scope("a")
with block as x:
    v = tf.get_variable("v", [1])
    c = tf.constant(0, name="c").name
with block as y:
    d = tf.constant(0, name="c").name
(x is y, c, d)

# %% shape of a reused variable must be compatible
with tf.variable_scope("a", reuse=tf.AUTO_REUSE):
    v = tf.get_variable("v", [2, 3])
    r = [ex(lambda: tf.get_variable("v", [2, None]) is v), ex(lambda: tf.get_variable("v", [3, 2]))]
r

# %% a variable made by tf.Variable is not found
with tf.variable_scope("a"):
    tf.Variable(1.0, name="v")
with tf.variable_scope("a", reuse=True):
    tf.get_variable("v", [])

# %% get_variable after tf.Variable of that name
tf.Variable(1.0, name="v")
tf.get_variable("v", []).name

# %% a VariableScope made by hand
sc = tf.VariableScope(True, name="x")
(sc.name, sc.reuse, sc.dtype, sc.initializer, sc.original_name_scope)

# %% use_resource by scope and by argument
with tf.variable_scope("a", use_resource=True):
    v = tf.get_variable("v", [1])
    w = tf.get_variable("w", [1], use_resource=False)
    x = tf.Variable(1.0)
[type(y).__name__ for y in (v, w, x)]

# %% each thread has its own scope
import threading

r = []


def work():
    with g.as_default():
        r.append(tf.get_variable_scope().name)


with tf.variable_scope("a"):
    t = threading.Thread(target=work)
    t.start()
    t.join()
r

# %% each graph has its own variables
tf.get_variable("v", [1])
with tf.Graph().as_default():
    v = tf.get_variable("v", [1])
v.name

# %% caching device
v = tf.get_variable("v", initializer=[1.0], caching_device="/cpu:0")
s.run(v.initializer)
(v.value().device, s.run(v + 1.0), s.run(v))

# %% names with a slash
with tf.variable_scope("a/b") as sc:
    v = tf.get_variable("c/d", [1])
(v.name, v.op.name, sc.name, sc.original_name_scope)


# %% creators left in the wrong order
def creator(following, **kwargs):
    return following(**kwargs)


outer = tf.variable_creator_scope(creator)
outer.__enter__()
with tf.variable_creator_scope(creator):
    r = ex(lambda: outer.__exit__(None, None, None))
r

# %% the parameters of get_variable and get_local_variable
import inspect

a, b = (list(inspect.signature(f).parameters) for f in (tf.get_variable, tf.get_local_variable))
(a == b, a[:8])

# %% initial values that are none
[ex(lambda: tf.get_variable("v", initializer=x)) for x in ({}, object)]

# %% all dtypes without an initializer
names = [
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "int64",
    "bool",
    "float16",
    "float64",
    "string",
]
v = [tf.get_variable(name, [1], dtype=tf.as_dtype(name)) for name in names]
s.run(tf.global_variables_initializer())
[x.dtype.base_dtype for x in v], s.run(v[:7])


# %% templates: functions that share their variables
def scaled(x, scale=1.0):
    return tf.get_variable("w", [1], initializer=tf.ones_initializer()) * x * scale


made = []


def growing():
    made.append(tf.Variable(1.0))
    return made[-1]


t, u = tf.make_template("lin", scaled), tf.make_template("lin", scaled)
y = [t(tf.constant([2.0])), t(tf.constant([3.0])), u(tf.constant([1.0]))]
q = tf.make_template("a", scaled, unique_name_="q", scale=2.0)
with tf.variable_scope("outer"):
    now = tf.make_template("now", scaled, create_scope_now_=True, scale=1.0)
y += [q(1.0), now(1.0), now(2.0)]
g = tf.make_template("growing", growing)
g()
(
    [r.name for r in y],
    (t.name, t.variable_scope_name, t.var_scope.name, u.variables, q.trainable_variables),
    [v.name for v in tf.global_variables()],
    ex(lambda: g())[:90],
)
