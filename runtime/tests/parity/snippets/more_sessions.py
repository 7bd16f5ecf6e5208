"""Further rules of sessions and graphs: threads, collections, assertions, TensorArray."""

# %% feed_dict may be None or {}
c = tf.constant(1)
(s.run(c, None), s.run(c, {}), s.run(c, feed_dict=None))

# %% fetch a variable by tensor name / by op name (v1 ref variable)
v = tf.Variable(3.0, name="v")
s.run(v.initializer)
(s.run("v:0") if "Resource" not in type(v).__name__ else "resource handle", s.run("v"))

# %% SparseTensor inside nested fetches
t = tf.SparseTensor([[0]], [1.0], [2])
r = s.run({"a": [t, t.values]})
(type(r["a"][0]).__name__, r["a"][1].tolist())

# %% SparseTensorValue is a 3-tuple
r = s.run(tf.SparseTensor([[0]], [1.0], [2]))
i, v, d = r
(isinstance(r, tuple), v.tolist())

# %% the same op listed twice, and a tensor plus its op
v = tf.Variable(0)
s.run(v.initializer)
a = v.assign_add(1)
s.run([a.op, a.op, a])
s.run(v)

# %% order of fetches says nothing about order of execution; use control dependencies
v = tf.Variable(0)
s.run(v.initializer)
a = v.assign_add(1)
with tf.control_dependencies([a]):
    b = tf.identity(v.read_value())
[int(x) for x in s.run([b, a])]

# %% a Python list passed as feed key is not allowed (unhashable)
x = P(tf.float32)
s.run(x, {[x]: 1})

# %% nested feed key: list value for tuple key
x = P(tf.float32)
y = P(tf.float32)
s.run(x + y, {(x, y): [1.0, 2.0]})

# %% doubly nested feed key
x = P(tf.float32)
y = P(tf.float32)
z = P(tf.float32)
s.run(x + y + z, {(x, (y, z)): (1.0, (2.0, 3.0))})

# %% the same tensor in two nested feed keys
x = P(tf.float32)
s.run(x, {(x, x): (1.0, 2.0)})

# %% 0-d array result for a fed-and-fetched scalar placeholder (not a numpy scalar)
x = P(tf.float32, [])
r = s.run(x, {x: 1.0})
(type(r).__name__, r.shape)

# %% tf.container records the container on stateful ops
with tf.container("box"):
    v = tf.Variable(1.0, name="v")
v.op.get_attr("container")

# %% nested containers: inner replaces outer
with tf.container("a"):
    with tf.container("b"):
        v = tf.Variable(1.0)
v.op.get_attr("container")

# %% two variables with different names in two containers are independent
with tf.container("a"):
    v = tf.Variable(1.0, name="v")
with tf.container("b"):
    w = tf.Variable(2.0, name="v")
s.run(tf.global_variables_initializer())
(v.name, w.name, s.run([v, w]))

# %% graph property is read-only
s.graph = tf.Graph()

# %% graph_def follows growth
n = len(s.graph_def.node)
tf.constant(1)
len(s.graph_def.node) - n

# %% graph is thread-safe for building (names stay unique)
o = []


def f():
    with g.as_default():
        o.extend(tf.constant(1, name="c").name for _ in range(20))


ts = [threading.Thread(target=f) for _ in range(4)]
[t.start() for t in ts]
[t.join() for t in ts]
len(set(o))

# %% build in one thread while another runs
c = tf.constant(1)
o = []


def f():
    o.extend(int(s.run(c)) for _ in range(30))


t = threading.Thread(target=f)
t.start()
[tf.constant(i) for i in range(50)]
t.join()
sum(o)

# %% two runs at the same time on one session do not block each other (dequeue waits, enqueue runs)
q = tf.FIFOQueue(1, tf.float32)
d = q.dequeue()
e = q.enqueue(4.0)
o = []
t = threading.Thread(target=lambda: o.append(float(s.run(d))))
t.start()
time.sleep(0.1)
s.run(e)
t.join()
o

# %% random op under dependency: evaluated once per run and shared by all consumers
r = tf.random_normal([])
a = r + 0.0
b = r + 0.0
x, y = s.run([a, b])
bool(x == y)

# %% two separate random ops differ
x, y = s.run([tf.random_normal([]), tf.random_normal([])])
bool(x == y)

# %% graph elements equality / hash for ops
a = tf.no_op()
(a == a, hash(a) == hash(a), a in {a})

# %% op.outputs of NoOp, op.values()
(tf.no_op().outputs, tf.constant(1).op.values())

# %% tensor attributes
t = tf.constant([1.0], name="t")
(t.op.name, t.name, t.graph is g, t.dtype, t.value_index, t.device, t.op.type)

# %% tensor.op is read-only / adding attributes
t = tf.constant(1)
t.op = 3

# %% consumers
a = tf.constant(1.0, name="a")
b = tf.identity(a, name="b")
c = tf.add(a, a, name="c")
[o.name for o in a.consumers()]

# %% run an Operation's private input by feeding op output name
a = tf.constant(1.0, name="a")
b = tf.add(a, 1.0, name="b")
s.run("b:0", {"a:0": 10.0})

# %% unique_name
(g.unique_name("u"), g.unique_name("u"), g.unique_name("u", mark_as_used=False), g.unique_name("u"))

# %% get_name_scope
with tf.name_scope("a"):
    with tf.name_scope("b"):
        r = g.get_name_scope()
r

# %% name scope object yields the scope string; three-argument form
with tf.name_scope(None, "dflt", [tf.constant(1)]) as sc:
    pass
sc

# %% name_scope without name and default
with tf.name_scope(None, None) as sc:
    pass
repr(sc)

# %% Graph.create_op is usable
o = g.create_op(
    "Const",
    [],
    [tf.int32],
    attrs={
        "dtype": tf.constant(1).op.node_def.attr["dtype"],
        "value": tf.constant(1).op.node_def.attr["value"],
    },
    name="mk",
)
s.run(o.outputs[0])

# %% unknown op type
g.create_op("NoSuchOp", [], [tf.int32], name="x")

# %% collections with scope objects are plain lists; clear
tf.add_to_collections(["a", "b"], 1)
g.clear_collection("a")
(
    tf.get_collection("a"),
    tf.get_collection("b"),
    sorted(k for k in g.get_all_collection_keys() if k in "ab"),
)

# %% tf.Graph().as_default() as h yields the graph
with tf.Graph().as_default() as h:
    r = h is tf.get_default_graph()
r

# %% device string merge
with tf.device("/job:ps"):
    with tf.device("/task:3/cpu:0"):
        r = tf.constant(1).device
r

# %% tf.group of nothing; of None
(tf.group().type, ex(lambda: tf.group(None)))

# %% tf.group of a non-op
tf.group(3)

# %% tf.identity of a list converts
s.run(tf.identity([1, 2]))

# %% no_op control dependency chain executes in order
v = tf.Variable(1.0)
s.run(v.initializer)
a = v.assign(2.0)
with tf.control_dependencies([a]):
    b = v.assign_add(5.0)
with tf.control_dependencies([b]):
    c = tf.no_op()
s.run(c)
s.run(v)

# %% TensorArray write twice
t = tf.TensorArray(tf.float32, 2)
t = t.write(0, 1.0).write(0, 2.0)
s.run(t.stack())

# %% TensorArray read of an unwritten element
t = tf.TensorArray(tf.float32, 2, name="ta")
t = t.write(0, 1.0)
s.run(t.read(1, name="r"))

# %% TensorArray index out of bounds
t = tf.TensorArray(tf.float32, 2, name="ta")
s.run(t.write(5, 1.0).stack())

# %% placeholder in while_loop condition is evaluated with the fed value
n = P(tf.int32, [])
r = tf.while_loop(lambda i: i < n, lambda i: i + 1, [0])
s.run(r, {n: 6})

# %% feeding a tensor produced outside and used inside cond works
x = tf.constant(1.0)
r = tf.cond(tf.constant(True), lambda: x + 1, lambda: x - 1)
s.run(r, {x: 10.0})

# %% assert_equal inside control_dependencies
x = P(tf.int32, [], name="x")
with tf.control_dependencies([tf.assert_equal(x, 1, message="must be one")]):
    y = tf.identity(x)
s.run(y, {x: 2})

# %% assert_equal statically false raises at build time
tf.assert_equal(1, 2, message="m")

# %% assert_rank at build
tf.assert_rank(tf.ones([2]), 0, message="m")

# %% assert_positive static
tf.assert_positive(tf.constant(-1))

# %% tf.add_check_numerics_ops
x = P(tf.float32, [], name="x")
y = tf.log(x, name="lg")
c = tf.add_check_numerics_ops()
s.run([y, c], {x: -1.0})

# %% tf.contrib is gone
tf.contrib

# %% tf.app.run / flags exist
(hasattr(tf, "app"), hasattr(tf, "flags"), hasattr(tf, "logging"), hasattr(tf, "gfile"))

# %% Session.reset('') closes EVERY local session in the process
v = tf.Variable(1.0)
s.run(v.initializer)
tf.Session.reset("")
s.run(v)

# %% TensorArray write/read/stack with clear_after_read=False
t = tf.TensorArray(tf.float32, 2, clear_after_read=False)
t = t.write(0, 1.0).write(1, 2.0)
s.run([t.read(0), t.stack(), t.size()])

# %% TensorArray read clears by default (clear_after_read=True): read then stack fails
t = tf.TensorArray(tf.float32, 2)
t = t.write(0, 1.0).write(1, 2.0)
s.run([t.read(0), t.stack(), t.size()])
