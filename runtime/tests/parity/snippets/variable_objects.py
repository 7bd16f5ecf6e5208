"""Variables as objects: attributes, protos, operators, assignments, order of reads and writes."""

# %% attributes of a variable
v = tf.Variable([1.0, 2.0], name="v", trainable=False)
(
    v.trainable,
    str(v.synchronization),
    str(v.aggregation),
    v.constraint,
    v.initializer.name,
    v.initial_value.name,
    v.device,
    v.op.type,
    v.graph is g,
)

# %% synchronization and aggregation
v = tf.Variable(
    1.0,
    synchronization=tf.VariableSynchronization.ON_READ,
    aggregation=tf.VariableAggregation.MEAN,
)
(str(v.synchronization), str(v.aggregation), v.trainable)

# %% synchronization that does not exist
tf.Variable(1.0, synchronization="sometimes", name="v")

# %% aggregation that does not exist
tf.Variable(1.0, aggregation=8, name="v")

# %% collections that are no list
tf.Variable(1.0, collections="mine")

# %% names count up
(
    [tf.Variable(0.0).name for _ in range(3)],
    tf.Variable(0.0, name="v").name,
    tf.Variable(0.0, name="V").name,
)

# %% names in scopes
with tf.name_scope("a"), tf.name_scope("b"):
    v = tf.Variable(0.0, name="v")
(v.name, v.initial_value.name, v.initializer.name)

# %% dtype converts the value
v = tf.Variable(1, dtype=tf.float64)
(v.dtype.base_dtype, v.initial_value.dtype)

# %% dtype that does not fit a tensor
tf.Variable(tf.constant(1), dtype=tf.float32)

# %% value that is no tensor
tf.Variable(object())

# %% a function as value
v = tf.Variable(lambda: tf.constant([1.0, 2.0]), name="v")
s.run(v.initializer)
(s.run(v), v.initial_value.name, [str(x, "utf-8") for x in v.initial_value.op.colocation_groups()])

# %% expected shape
v = tf.Variable(tf.ones([2, 2]), shape=tf.TensorShape([2, None]), use_resource=True)
(v.shape, ex(lambda: tf.Variable(tf.ones([2]), shape=[3], use_resource=True)))

# %% variables do not listen to control dependencies
c = tf.constant(1.0)
with tf.control_dependencies([c]):
    v = tf.Variable([2.0], name="v")
    d = tf.constant(2.0)
    a = v.assign([3.0])
r = [v.op, v.initializer, v.initial_value.op, d.op]
[[x.name for x in op.control_inputs] for op in r]

# %% operators with numbers, both ways
v = tf.Variable(7.0)
w = tf.Variable([2, 3])
s.run(tf.global_variables_initializer())
s.run(
    [v + 2, 2 + v, v - 2, 2 - v, v * 2, 2 * v, v / 2, 2 / v, v**2, 2**v, v // 2, 15 // v, v % 4]
    + [20 % v, -v, abs(-v), v > 2, v >= 7, v < 2, v <= 7, w // 2, w % 2, w / 2]
)

# %% logical operators
a = tf.Variable([True, False])
b = tf.Variable([True, True])
s.run(tf.global_variables_initializer())
s.run([a & b, a | b, a ^ b, ~a, True & a, a & False])

# %% matmul operator
v = tf.Variable([[1.0, 2.0]])
s.run(v.initializer)
s.run([v @ [[1.0], [2.0]], [[1.0]] @ v])

# %% slices of a variable
v = tf.Variable(np.arange(12.0).reshape(3, 4))
s.run(v.initializer)
s.run([v[1], v[-1, 1:3], v[:, None, 0], v[..., ::-1], v[tf.constant(2)]])

# %% variables compare by identity
v = tf.Variable(1.0)
(v == v, v != v, v == 1.0, v in [v], hash(v) == hash(v), len({v, v}), v.ref() == v.ref())

# %% numpy array from a variable
np.array(tf.Variable([1.0, 2.0]))

# %% float() of a variable
float(tf.Variable(1.0))

# %% deep copies
import copy

v = tf.Variable(1.0)
(
    copy.copy(v) is v if hasattr(v, "handle") else None,
    ex(lambda: copy.deepcopy(v)) if hasattr(v, "handle") else None,
)

# %% in-place operators
v = tf.Variable(2.0)
r = []
for code in ("v -= 1", "v *= 2", "v /= 2", "v **= 2"):
    scope = {"v": v}
    r.append(ex(lambda: (exec(code, scope), type(scope["v"]).__name__)))
r

# %% assignments return what they did
v = tf.Variable(0.0)
s.run(v.initializer)
[s.run(v.assign(1.0)), s.run(v.assign_add(1.0)), s.run(v.assign_sub(5.0)), s.run(v)]

# %% assignments without reading
v = tf.Variable(0.0)
s.run(v.initializer)
op = v.assign_add(1.0, read_value=False)
(op.type, s.run(op), s.run(v))

# %% assignments to what an assignment returned
v = tf.Variable(1.0)
s.run(v.initializer)
if hasattr(v, "handle"):
    r = s.run(v.assign(2.0).assign_add(3.0)), s.run(v)
else:
    r = s.run(tf.assign_add(v.assign(2.0), 3.0)), s.run(v)
r

# %% functions that assign
v = tf.Variable([0.0])
s.run(v.initializer)
[s.run(f) for f in (tf.assign(v, [2.0]), tf.assign_add(v, [1.0]), tf.assign_sub(v, [5.0]))]

# %% types of what assignments return
v = tf.Variable([0.0])
[
    (type(x).__name__, x.op.type, x.shape, x.dtype)
    for x in (v.assign([1.0]), tf.assign_add(v, [1.0]))
]

# %% a shape that changes
v = tf.Variable([0.0], validate_shape=False)
s.run(v.initializer)
a = (
    tf.assign(v, [[1.0, 2.0]], validate_shape=False)
    if not hasattr(v, "handle")
    else v[0].assign(3.0)
)
(s.run(a), s.run(v))

# %% strings
v = tf.Variable(["a", "b"])
w = tf.Variable("c")
s.run(tf.global_variables_initializer())
s.run([v, w]), s.run([v.assign(["x", "yz"]), w.assign("d")])

# %% an empty string variable
v = tf.Variable([], dtype=tf.string)
s.run(v.initializer)
s.run(v.assign([])), s.run(v)

# %% value() and read_value()
v = tf.Variable(1.0, name="v")
(v.value().name, v.read_value().name, v.read_value().name, v.value() is v.value())

# %% a read after an assignment
v = tf.Variable(1.0)
s.run(v.initializer)
a = v.assign_add(1.0)
with tf.control_dependencies([a]):
    r = v.read_value()
[s.run(r), s.run(r)]

# %% a read before an assignment
v = tf.Variable([1.0])
s.run(v.initializer)
r = v.read_value() * 2.0
with tf.control_dependencies([r]):
    a = v.assign_add([1.0])
s.run([r, a])

# %% a use after an assignment, of the variable itself
v = tf.Variable([1.0, 1.0])
s.run(v.initializer)
with tf.control_dependencies([v.assign_add([1.0, 1.0])]):
    r = v + 0.0
s.run(r)

# %% reshaped and then assigned
v = tf.Variable([1.0, 1.0])
s.run(v.initializer)
r = tf.reshape(v, [2, 1])
with tf.control_dependencies([r]):
    a = v.assign([5.0, 6.0])
with tf.control_dependencies([a]):
    t = r + 0.0
s.run(t)

# %% protos
v = tf.Variable([1.0], name="v", trainable=False)
p = v.to_proto()
(
    p.variable_name,
    p.initializer_name,
    p.snapshot_name,
    p.initial_value_name,
    p.is_resource,
    p.trainable,
)

# %% protos and export scopes
with tf.name_scope("a"):
    v = tf.Variable([1.0], name="v")
(v.to_proto("a").variable_name, v.to_proto("b"))

# %% a variable from its proto
v = tf.Variable([1.0], name="v")
p = v.to_proto()
w = tf.Variable(variable_def=p) if not p.is_resource else type(v).from_proto(p)
s.run(v.initializer)
s.run(w.assign_add([1.0]))
(w.name, w.shape, w.dtype, w.initializer is v.initializer, s.run(v), tf.global_variables() == [v])

# %% a variable from a proto and a value
v = tf.Variable([1.0], name="v", use_resource=False)
tf.Variable(1.0, variable_def=v.to_proto(), use_resource=False)

# %% set_shape
v = tf.Variable(P(tf.float32), validate_shape=False)
v.set_shape([2])
(v.shape, v.value().shape)

# %% initializer of variables that depend on each other
a = tf.Variable(2.0, name="a", use_resource=False)
b = tf.Variable(a + 1.0, name="b", use_resource=False)
s.run(a.initializer)
s.run(b.initializer)
s.run([a, b])

# %% initialized_value
a = tf.Variable(2.0, name="a", use_resource=False)
b = tf.Variable(a.initialized_value() * 2.0, use_resource=False)
s.run(a.initializer)
s.run(a.assign(5.0))
s.run(b.initializer)
s.run(b)

# %% assert_variables_initialized
v = tf.Variable([1.0], name="v", use_resource=False)
w = tf.Variable(1.0, name="w", use_resource=False)
check = tf.assert_variables_initialized()
s.run(v.initializer)
r = ex(lambda: s.run(check))
s.run(tf.global_variables_initializer())
(r, s.run(check), tf.assert_variables_initialized([v]).shape)

# %% report_uninitialized_variables of some
v = tf.Variable([1.0], name="v")
w = tf.Variable(1.0, name="w")
s.run(w.initializer)
[s.run(tf.report_uninitialized_variables(x)) for x in ([v], [w], [], None)]

# %% report_uninitialized_variables of none
s.run(tf.report_uninitialized_variables())

# %% is_variable_initialized
v = tf.Variable(1.0)
i = tf.is_variable_initialized(v)
r = [s.run(i)]
s.run(v.initializer)
r + [s.run(i)]

# %% old names
tf.Variable(1.0, name="v")
r = tf.initialize_all_variables().name, tf.initialize_local_variables().name
r, [v.name for v in tf.all_variables()], tf.initialize_variables([]).type

# %% local and model and moving average variables
v = tf.Variable(
    1.0, name="v", collections=[tf.GraphKeys.LOCAL_VARIABLES, tf.GraphKeys.MODEL_VARIABLES]
)
[
    [x.name for x in f()]
    for f in (tf.local_variables, tf.model_variables, tf.moving_average_variables)
]

# %% GraphKeys
names = [k for k in vars(tf.GraphKeys) if k.isupper() and k[0] != "_" and k != "VARIABLES"]
sorted((k, getattr(tf.GraphKeys, k)) for k in names), tf.GraphKeys.VARIABLES

# %% containers
with tf.container("mine"):
    v = tf.Variable(1.0)
s.run(v.initializer)
(v.op.get_attr("container"), s.run(v))

# %% load into a session
v = tf.Variable([1.0, 2.0])
s.run(v.initializer)
v.load([3.0, 4.0], s)
r = s.run(v)
with s.as_default():
    v.load([5.0, 6.0])
(r, s.run(v), ex(lambda: v.load([1.0], s)))

# %% eval in sessions
v = tf.Variable(1.0)
with s.as_default():
    v.initializer.run()
    r = v.eval()
(r, v.eval(s), v.eval(session=s))

# %% variables of another graph
with tf.Graph().as_default():
    v = tf.Variable(1.0)
r = [ex(lambda: s.run(v)), ex(lambda: tf.constant(1.0) + v)]
r

# %% feeding a variable
v = tf.Variable(1.0, name="v")
s.run(v.initializer)
[s.run(v * 2.0, {v: 5.0}), s.run(v * 2.0), s.run(v, {v: 7.0})]

# %% count_up_to ends
v = tf.Variable(0)
s.run(v.initializer)
c = v.count_up_to(2)
[ex(lambda: s.run(c)) for _ in range(4)]

# %% sparse reads and gather
v = tf.Variable([[1.0], [2.0], [3.0]])
s.run(v.initializer)
x = tf.gather(v, [2, 0])
(x.op.type, s.run(x), s.run(tf.nn.embedding_lookup(v, [[1], [1]])))

# %% scatter methods
v = tf.Variable([1.0, 2.0, 3.0])
s.run(v.initializer)
d = tf.IndexedSlices(tf.constant([10.0]), tf.constant([1]))
[s.run(getattr(v, "scatter_" + k)(d)) for k in ("add", "sub", "mul", "div", "max", "min", "update")]

# %% scatter methods want IndexedSlices
tf.Variable([1.0]).scatter_add(tf.constant([1.0]))

# %% caching device
v = tf.Variable([1.0], caching_device="/cpu:0", name="v")
s.run(v.initializer)
(v.value().name, v.value().device, s.run(v.assign_add([1.0])), s.run(v + 0.0))

# %% colocation of what changes a variable
with tf.device("/cpu:0"):
    v = tf.Variable(0, name="v")
with tf.device("/cpu:1"):
    a = v.assign(1)
(v.device, a.op.device, [str(x, "utf-8") for x in a.op.colocation_groups()])

# %% init_scope
with tf.name_scope("a"), tf.control_dependencies([tf.constant(1.0)]), tf.init_scope():
    c = tf.constant(2.0, name="c")
(c.name, c.op.control_inputs)


# %% a variable in a branch
def f():
    made.append(tf.Variable(1.0, name="w"))
    return made[0] + v


made = []
v = tf.Variable(2.0, name="v")
r = tf.cond(P(tf.bool, [], name="p"), f, lambda: v * 10.0)
s.run(made[0].initializer)
(made[0].name, ex(lambda: s.run(r, {"p:0": True})), s.run(v.initializer), s.run(r, {"p:0": True}))

# %% assignments in branches
v = tf.Variable(0.0)
s.run(v.initializer)
r = tf.cond(P(tf.bool, [], name="p"), lambda: v.assign_add(1.0) + 0.0, lambda: tf.constant(0.0))
[s.run(r, {"p:0": p}) for p in (True, False, True)], s.run(v)

# %% assignments in loops
v = tf.Variable(0.0)
s.run(v.initializer)


def body(i):
    with tf.control_dependencies([v.assign_add(1.0)]):
        return i + 1


s.run(tf.while_loop(lambda i: i < 5, body, [0])), s.run(v)

# %% two sessions do not share values
v = tf.Variable(1.0)
t = tf.Session()
s.run(v.initializer)
t.run(v.initializer)
s.run(v.assign(5.0))
[s.run(v), t.run(v)]

# %% evaluated by a thread that has no graph
v = tf.get_variable("v", initializer=1.0, use_resource=True)
s.run(v.initializer)
r = []
t = threading.Thread(target=lambda: r.append(ex(lambda: v.eval(s))))
t.start()
t.join()
r
