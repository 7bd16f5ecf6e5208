"""What TensorFlow 1's loops and their gradients add to a graph, operation by operation."""

# %% a loop and its gradient
x = tf.placeholder(tf.float32, [], "x")
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, 1.0])
g = tf.gradients(r[1], x)
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: 2.0}),
)


# %% a loop of tensors of unknown shapes, of which one is not wanted
x = tf.placeholder(tf.float32, None, "x")
w = tf.placeholder(tf.float32, None, "w")
r = tf.while_loop(
    lambda i, a, b: i < 3, lambda i, a, b: (i + 1, a * a * w, b * 2.0), [0, x, x], swap_memory=True
)
g = tf.gradients(r[1], [x, w])
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: [1.0, 2.0], w: [3.0, 0.5]}),
)


# %% a loop in a loop
x = tf.placeholder(tf.float32, None, "x")
unknown = (tf.TensorShape([]), tf.TensorShape(None))


def outer(i, a):
    inner = tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, b * x), (0, a), unknown)
    return i + 1, a + inner[1]


r = tf.while_loop(lambda i, a: i < 3, outer, (0, x), unknown)
g = tf.gradients(r[1], x)
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: [2.0, 1.0]}),
)


# %% a loop in a loop, of known shapes, with what only the inner one takes
x = tf.placeholder(tf.float32, [], "x")
y = tf.placeholder(tf.float32, [2], "y")


def outer(i, a):
    def inner(j, b):
        return j + 1, b * x + tf.reduce_sum(y) * a

    return i + 1, tf.while_loop(lambda j, b: j < 2, inner, (0, a))[1]


r = tf.while_loop(lambda i, a: i < 2, outer, (0, x))[1]
g = tf.gradients(r, [x, y])
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: 2.0, y: [1.0, 3.0]}),
)


# %% branches in branches in a loop
x = tf.placeholder(tf.float32, None, "x")


def body(i, a):
    def late():
        return tf.cond(i > 2, lambda: a * x, lambda: a + x)

    return i + 1, tf.cond(i > 1, late, lambda: tf.square(a))


unknown = (tf.TensorShape([]), tf.TensorShape(None))
r = tf.while_loop(lambda i, a: i < 4, body, (0, x), unknown)
g = tf.gradients(r[1], x)
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: [2.0, 1.0]}),
)


# %% a loop in a branch in a branch
x = tf.placeholder(tf.float32, [], "x")
p = tf.placeholder(tf.bool, [], "p")
q = tf.placeholder(tf.bool, [], "q")


def loop():
    return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), (0, x))[1]


r = tf.cond(p, lambda: tf.cond(q, loop, lambda: x * 2.0), lambda: x * 3.0)
g = tf.gradients(r, x)
cases = [(a, b) for a in (True, False) for b in (True, False)]
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    [s.run([r, g], {x: 2.0, p: a, q: b}) for a, b in cases],
)


# %% map_fn and scan of variables
x = tf.placeholder(tf.float32, [3], "x")
w = tf.get_variable("w", [], initializer=tf.ones_initializer())
v = tf.get_variable("v", [], initializer=tf.ones_initializer(), use_resource=True)
s.run(tf.global_variables_initializer())
a = tf.map_fn(lambda e: e * e * w, x)
b = tf.scan(lambda a, e: a * e * v, x)
g = tf.gradients([a, b], [x, w, v])
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([a, b, g], {x: [1.0, 2.0, 3.0]}),
)


# %% foldl and foldr
x = tf.placeholder(tf.float32, [None], "x")
a = tf.foldl(lambda a, e: a * e, x)
b = tf.foldr(lambda a, e: a * e, x, initializer=2.0)
g = tf.gradients([a, b], x)
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([a, b, g], {x: [1.0, 2.0, 3.0]}),
)


# %% rows that are gathered in a loop have gradients of rows
w = tf.get_variable("w", [4, 2], initializer=tf.ones_initializer(), use_resource=True)
v = tf.get_variable("v", [4, 2], initializer=tf.ones_initializer(), use_resource=False)


def body(i, a):
    return i + 1, a + tf.reduce_sum(tf.gather(w, [i, 0]) * tf.gather(v, [i]))


r = tf.while_loop(lambda i, a: i < 3, body, (0, 1.0))
s.run(tf.global_variables_initializer())
g = tf.gradients(r[1], [w, v])
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g]),
)


# %% a variable that does not depend on the turn before
x = tf.placeholder(tf.float32, [], "x")
r = tf.while_loop(lambda i, a, b: i < 3, lambda i, a, b: (i + 1, b * x, tf.identity(x)), [0, x, x])
g = tf.gradients(r[1], [x])
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: 2.0}),
)


# %% tensor arrays that a loop fills and reads
x = tf.placeholder(tf.float32, [4], "x")
source = tf.TensorArray(tf.float32, 4).unstack(x)
filled = tf.TensorArray(tf.float32, 0, dynamic_size=True, clear_after_read=False)


def body(i, a, filled):
    a = a * source.read(i) + 1.0
    return i + 1, a, filled.write(i, a)


_, a, filled = tf.while_loop(lambda i, *_: i < 4, body, (0, 1.0, filled), parallel_iterations=1)
y = filled.stack()
g = [tf.gradients(a, x), tf.gradients(y, x)]
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([y, filled.read(2), a, g], {x: [1.0, 2.0, 3.0, 4.0]}),
)


# %% control inputs around a loop and in it
a = tf.constant(1.0, name="a")
b = tf.constant(2.0, name="b")
v = tf.get_variable("v", [], initializer=tf.zeros_initializer())


def body(i):
    with tf.control_dependencies([a, v.assign_add(1.0)]):
        return tf.constant(1) + i


with tf.control_dependencies([b]):
    r = tf.while_loop(lambda i: i < 3, body, [0])
s.run(tf.global_variables_initializer())
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run(r),
    s.run(v),
)


# %% gradients beside their operations, with a limit of turns
x = tf.placeholder(tf.float32, [], "x")
with tf.device("/cpu:0"):
    r = tf.while_loop(lambda a: a < 100.0, lambda a: a * x, [x], maximum_iterations=3)
g = tf.gradients(r, x, colocate_gradients_with_ops=True, gate_gradients=True)
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: 2.0}),
)


# %% gradients in the body of a loop
x = tf.placeholder(tf.float32, [], "x")
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.gradients(a * a * x, a)[0]), [0, 1.0])
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run(r, {x: 0.7}),
)


# %% gradients in the body of a loop for what is around it
x = tf.placeholder(tf.float32, [], "x")
y = x * 2.0
tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.gradients(a * a, y)[0]), [0, y])


# %% no gradient where a loop has none, and none of a gradient
x = tf.placeholder(tf.float32, [], "x")
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x], back_prop=False)
print(tf.gradients(r[1], x))
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])
tf.gradients(tf.gradients(r[1], x), x)


# %% references that go round
v = tf.get_variable("v", [], initializer=tf.zeros_initializer())
s.run(tf.global_variables_initializer())
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.assign_add(v, 1.0)), [0, v])
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run(r),
)


# %% what the contexts of a loop and of a branch in it say
seen = []


def look():
    seen.append(tf.get_default_graph()._get_control_flow_context())


r = tf.while_loop(
    lambda i: i < 3,
    lambda i: (look(), tf.cond(i > 1, lambda: (look(), i + 1)[1], lambda: i + 2))[1],
    [0],
    swap_memory=True,
)
loop, branch = seen
(
    [loop.name, branch.name, loop.IsWhileContext(), branch.IsCondContext(), branch.pred.name],
    [branch.outer_context is loop, branch.GetWhileContext() is loop, loop.outer_context],
    [loop.back_prop, loop.parallel_iterations, loop.swap_memory, loop.maximum_iterations],
    [t.name for t in (loop.pivot, loop.GetControlPivot(), *loop.loop_enters, *loop.loop_exits)],
    r.op._get_control_flow_context() is loop,
    tf.get_default_graph()._get_control_flow_context(),
)


# %% a loop travels in a MetaGraph, and has a gradient afterwards
x = tf.placeholder(tf.float32, [], "x")
r = tf.while_loop(
    lambda i, a: i < 3,
    lambda i, a: (i + 1, tf.cond(i > 1, lambda: a * x, lambda: a + x)),
    [0, 1.0],
    name="loop",
)
m = tf.train.export_meta_graph()
(context,) = tf.get_collection("while_context")
print(context.to_proto())
with tf.Graph().as_default(), tf.Session() as other:
    tf.train.import_meta_graph(m, import_scope="imported")
    y, x = (other.graph.get_tensor_by_name(f"imported/{n}:0") for n in ("loop/Exit_1", "x"))
    g = tf.gradients(y, x)
    print(
        [
            (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
            for n in tf.get_default_graph().as_graph_def().node
        ],
        other.run([y, g], {x: 2.0}),
    )


# %% a loop travels in a GraphDef, and has no gradient afterwards
x = tf.placeholder(tf.float32, [], "x")
tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, 1.0], name="loop")
d = tf.get_default_graph().as_graph_def()
with tf.Graph().as_default(), tf.Session() as other:
    y, x = tf.import_graph_def(d, return_elements=["loop/Exit_1:0", "x:0"])
    print(other.run(y, {x: 2.0}))
    tf.gradients(y, x)


# %% a tensor of another loop
k = []
tf.while_loop(lambda i: i < 3, lambda i: (k.append(i), i + 1)[1], [0])
tf.while_loop(lambda i: i < 3, lambda i: i + k[0], [0])


# %% an Enter is not to be fed
x = tf.placeholder(tf.float32, [], "x")
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), (0, 1.0))
(enter, *_) = [op for op in tf.get_default_graph().get_operations() if op.type == "Enter"]
s.run(r, {enter.outputs[0]: 3})


# %% what runs none of its turns has a gradient
x = tf.placeholder(tf.float32, [], "x")
n = tf.placeholder(tf.int32, [], "n")
r = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x * x), (0, x))
g = tf.gradients(r[1], x)
[s.run([r, g], {x: 2.0, n: k}) for k in (0, 1, 3)]


# %% custom gradients and gradients that stop
@tf.custom_gradient
def f(x):
    return x * x, lambda d: d * 7.0 * x


x = tf.placeholder(tf.float32, [], "x")
r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, f(a) + tf.stop_gradient(a)), (0, x))
g = tf.gradients(r[1], x)
(
    [
        (n.name, n.op, [*n.input], n.device, [*n.attr["_class"].list.s])
        for n in tf.get_default_graph().as_graph_def().node
    ],
    s.run([r, g], {x: 1.5}),
)
