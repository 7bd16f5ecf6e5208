"""What RunMetadata says of a run: steps, partition graphs, and what the optimizer did."""


# %% the nodes of a run
def traced(fetches, feeds=None, **config):
    m = tf.RunMetadata()
    o = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE, output_partition_graphs=True)
    with tf.Session(config=tf.ConfigProto(**config)) as s2:
        s2.run(tf.global_variables_initializer())
        s2.run(fetches, feeds, options=o, run_metadata=m)
    return m


def labels(m):
    return [
        (d.device, sorted(n.timeline_label for n in d.node_stats))
        for d in sorted(m.step_stats.dev_stats, key=lambda d: d.device)
    ]


x = P(tf.float32, [None, 2], name="x")
y = tf.matmul(x, tf.constant([[1.0], [2.0]], name="w"), name="y")
z = tf.split(y, 2, name="z")
labels(traced([z[1], z[0], z[1], x], {x: [[1.0, 2.0], [3.0, 4.0]]}))

# %% operations and constants fetched
m = tf.RunMetadata()
n = tf.no_op(name="n")
a = tf.constant(1.0, name="a")
s.run([n, a, a], options=tf.RunOptions(trace_level=1), run_metadata=m)
[sorted(n.timeline_label for n in d.node_stats) for d in m.step_stats.dev_stats]

# %% control inputs are part of a label
m = tf.RunMetadata()
v = tf.Variable(1.0, name="v", use_resource=False)
s.run(v.initializer)
u = tf.assign_add(v, 1.0, name="u")
s.run(tf.group(u, name="train"), options=tf.RunOptions(trace_level=3), run_metadata=m)
sorted(n.timeline_label for d in m.step_stats.dev_stats for n in d.node_stats)

# %% every level above NO_TRACE is traced alike
out = []
for level in range(4):
    m = tf.RunMetadata()
    s.run(tf.constant(1.0), options=tf.RunOptions(trace_level=level), run_metadata=m)
    out.append((len(m.step_stats.dev_stats), len(m.partition_graphs)))
out

# %% fields of nodes and outputs
m = tf.RunMetadata()
x = P(tf.float32, [None], name="x")
y = tf.square(x, name="y")
s.run(y, {x: [1.0, 2.0]}, options=tf.RunOptions(trace_level=3), run_metadata=m)
stats = {n.node_name: n for d in m.step_stats.dev_stats for n in d.node_stats}
optional = {"op_start_rel_micros", "op_end_rel_micros", "all_end_rel_micros"}
out = {k: sorted({f.name for f, _ in n.ListFields()} - optional) for k, n in stats.items()}
o = stats["y"].output[0].tensor_description
(
    sorted(out.items()),
    o.dtype,
    [d.size for d in o.shape.dim],
    o.allocation_description.requested_bytes,
    o.allocation_description.allocator_name,
    stats["y"].memory[0].total_bytes,
    stats["y"].memory[0].allocator_name,
)

# %% times go forward
m = tf.RunMetadata()
x = P(tf.float32, [None], name="x")
before = time.time() * 1e6
s.run(tf.exp(x), {x: [1.0, 2.0]}, options=tf.RunOptions(trace_level=3), run_metadata=m)
after = time.time() * 1e6
nodes = [n for d in m.step_stats.dev_stats for n in d.node_stats]
(
    all(before - 1e5 <= n.all_start_micros <= after + 1e5 for n in nodes),
    all(n.all_start_micros == n.all_start_nanos // 1000 for n in nodes),
    all(n.op_end_rel_nanos <= n.all_end_rel_nanos for n in nodes),
)

# %% the partition graph of a request
m = tf.RunMetadata()
x = P(tf.float32, [None], name="x")
tf.negative(x, name="unused")
y = tf.square(tf.subtract(x, 1.0, name="plus"), name="y")
o = tf.RunOptions(output_partition_graphs=True)
s.run([y, "plus:0"], {x: [1.0]}, options=o, run_metadata=m)
[
    sorted(
        (n.name, n.op, list(n.input), n.device, n.attr["T"].type, n.attr["index"].i) for n in p.node
    )
    for p in m.partition_graphs
]


# %% two devices exchange values
def base(name):
    return re.sub(r"/_\d+$", "/_N", name)


m = tf.RunMetadata()
with tf.device("/cpu:0"):
    a = P(tf.float32, [], name="a")
    c = tf.square(a, name="c")
with tf.device("/cpu:1"):
    b = tf.negative(c, name="b")
    d = tf.subtract(b, c, name="d")
with tf.device("/cpu:0"):
    f = tf.subtract(d, c, name="f")
s2 = tf.Session(config=tf.ConfigProto(device_count={"CPU": 2}))
o = tf.RunOptions(trace_level=3, output_partition_graphs=True)
s2.run(f, {a: 2.0}, options=o, run_metadata=m)
(
    [
        sorted((base(n.name), n.op, [base(i) for i in n.input], n.device[-1]) for n in p.node)
        for p in sorted(m.partition_graphs, key=lambda p: p.node[0].device)
    ],
    [
        (d.device, sorted(re.sub(r"/_\d+", "/_N", n.timeline_label) for n in d.node_stats))
        for d in sorted(m.step_stats.dev_stats, key=lambda d: d.device)
    ],
)


# %% what the optimizer does, and how to switch it off
def nodes(**graph_options):
    c = tf.ConfigProto(graph_options=graph_options)
    m = tf.RunMetadata()
    o = tf.RunOptions(output_partition_graphs=True)
    with tf.Session(config=c) as s2:
        s2.run(y, {x: [1.0]}, options=o, run_metadata=m)
    return sorted(n.name.split("/_")[0] for p in m.partition_graphs for n in p.node)


x = P(tf.float32, [None], name="x")
k = tf.multiply(tf.constant(2.0, name="c2"), tf.constant(3.0, name="c3"), name="k")
a, b = tf.square(x, name="a"), tf.square(x, name="b")
i = tf.identity(a * k, name="i")
y = tf.add(i, b, name="y")
off, level_0 = 2, dict(opt_level=-1)
[
    nodes(),
    nodes(optimizer_options=level_0),
    nodes(rewrite_options=dict(disable_meta_optimizer=True)),
    nodes(rewrite_options=dict(disable_meta_optimizer=True), optimizer_options=level_0),
    nodes(rewrite_options=dict(constant_folding=off)),
    nodes(rewrite_options=dict(constant_folding=off), optimizer_options=level_0),
    nodes(rewrite_options=dict(common_subgraph_elimination=off)),
    nodes(rewrite_options=dict(common_subgraph_elimination=off), optimizer_options=level_0),
    nodes(
        rewrite_options=dict(disable_meta_optimizer=True),
        optimizer_options=dict(opt_level=-1, do_constant_folding=True),
    ),
    nodes(
        rewrite_options=dict(disable_meta_optimizer=True),
        optimizer_options=dict(opt_level=-1, do_common_subexpression_elimination=True),
    ),
    nodes(rewrite_options=dict(min_graph_nodes=100)),
    nodes(rewrite_options=dict(optimizers=["constfold"])),
    nodes(
        rewrite_options=dict(
            dependency_optimization=off, arithmetic_optimization=off, disable_model_pruning=True
        )
    ),
]


# %% values that are only waited for
def nodes(**rewrite_options):
    c = tf.ConfigProto(graph_options=dict(rewrite_options=rewrite_options))
    m = tf.RunMetadata()
    o = tf.RunOptions(output_partition_graphs=True)
    with tf.Session(config=c) as s2:
        s2.run(n, {x: [1.0]}, options=o, run_metadata=m)
    return sorted(n.name for p in m.partition_graphs for n in p.node if n.name[0] != "_")


x = P(tf.float32, [None], name="x")
n = tf.group(tf.square(x, name="y"), name="n")
[nodes(), nodes(dependency_optimization=2), nodes(disable_meta_optimizer=True)]


# %% how large a constant the older optimizer makes
def nodes(most):
    c = tf.ConfigProto(
        graph_options=dict(
            rewrite_options=dict(disable_meta_optimizer=True),
            optimizer_options=dict(max_folded_constant_in_bytes=most),
        )
    )
    m = tf.RunMetadata()
    o = tf.RunOptions(output_partition_graphs=True)
    with tf.Session(config=c) as s2:
        s2.run(y, options=o, run_metadata=m)
    return sorted(n.name.split("/_")[0] for p in m.partition_graphs for n in p.node)


y = tf.multiply(tf.constant([1.0] * 100, name="a"), tf.constant([2.0] * 100, name="b"), name="y")
[nodes(0), nodes(1000), nodes(100)]

# %% RunMetadata is emptied first, and stays empty without options
m = tf.RunMetadata()
m.step_stats.dev_stats.add(device="x")
s.run(tf.constant(1.0), run_metadata=m)
m.ByteSize()


# %% what is fed and not needed has no node; nodes say whether there are reference variables
def nodes(fetch, **config):
    m = tf.RunMetadata()
    o = tf.RunOptions(output_partition_graphs=True, trace_level=3)
    with tf.Session(config=tf.ConfigProto(**config)) as s2:
        s2.run(v.initializer)
        s2.run(fetch, {x: 1.0, y: 2.0}, options=o, run_metadata=m)
    parts = sorted(n.name for p in m.partition_graphs for n in p.node if "/" not in n.name)
    flags = {
        (n.op, n.attr["_XlaHasReferenceVars"].b if "_XlaHasReferenceVars" in n.attr else None)
        for p in m.partition_graphs
        for n in p.node
        if n.op in ("_Arg", "_Retval", "Neg", "_Send", "_Recv")
    }
    steps = sorted(n.node_name for d in m.step_stats.dev_stats for n in d.node_stats)
    return parts, sorted(flags, key=str), [name for name in steps if name.startswith("_arg")]


x, y = P(tf.float32, [], name="x"), P(tf.float32, [], name="y")
v = tf.Variable(1.0, name="v", use_resource=False)
a = tf.negative(x, name="a")
u = tf.negative(tf.assign_add(v, 1.0, name="u"), name="b")
with tf.device("/cpu:1"):
    c = tf.negative(a, name="c")
[nodes(a), nodes([a, x]), nodes(u), nodes(c, device_count={"CPU": 2})]

# %% what crosses from one device to another says from which node and to which
x = P(tf.float32, [2], name="x")
with tf.device("/cpu:1"):
    far = tf.square(x, name="far")
near = tf.add(far, far, name="near")
m = tf.RunMetadata()
with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as s2:
    o = tf.RunOptions(output_partition_graphs=True)
    s2.run(near, {x: [1.0, 2.0]}, options=o, run_metadata=m)
sorted(
    (n.op, n.device, sorted(n.attr), n.attr["_src"].s, n.attr["_dst"].s)
    for g in m.partition_graphs
    for n in g.node
    if n.op in ("_Send", "_Recv")
)


# %% the graphs of programs of many kinds, with and without the optimizers
def anonymous(text):
    return re.sub(r"/_\d+", "/_N", text)


def parts(fetches, feeds=None, **graph_options):
    c = tf.ConfigProto(graph_options=graph_options, device_count={"CPU": 2})
    m = tf.RunMetadata()
    with tf.Session(config=c) as s2:
        s2.run(tf.global_variables_initializer())
        o = tf.RunOptions(output_partition_graphs=True)
        s2.run(fetches, feeds, options=o, run_metadata=m)
    return sorted(
        (
            anonymous(n.name),
            n.op,
            [anonymous(i) for i in n.input],
            n.device[-1],
            n.attr["_XlaHasReferenceVars"].b,
            [group for group in n.attr["_class"].list.s],
        )
        for p in m.partition_graphs
        for n in p.node
    )


x, b = P(tf.float32, [2], name="x"), P(tf.float32, [2], name="b")
v = tf.Variable([1.0, 2.0], name="v", use_resource=False)
u = tf.Variable([1.0, 2.0], name="u", use_resource=True)
w = tf.subtract(x * b, v, name="w")
i = tf.identity(tf.exp(w, name="e"), name="i")
t = tf.tuple([tf.sin(x, name="sin"), tf.cos(x, name="cos")], name="t")
with tf.control_dependencies([tf.square(x, name="waited"), tf.assign_add(v, x, name="up")]):
    r = v.read_value()
with tf.device("/cpu:1"):
    far = tf.square(b, name="far")
with tf.control_dependencies([far]):
    near = tf.negative(x, name="near")
g = tf.group(u.assign_add(x), v.assign_sub(x), tf.exp(x, name="idle"), name="g")
f = {x: [1.0, 2.0], b: [1.0, 2.0]}
none = dict(rewrite_options=dict(disable_meta_optimizer=True), optimizer_options=dict(opt_level=-1))
tf.disable_control_flow_v2()
p, k = P(tf.bool, [], name="p"), tf.constant([1.0, 2.0], name="k")
c = tf.cond(p, lambda: x - 1.0, lambda: x * 2.0)
late = [x * tf.negative(tf.exp(k, name="exp"), name="n"), tf.sqrt(k, name="sqrt")]
older = dict(rewrite_options=dict(disable_meta_optimizer=True))
[
    [
        parts(fetch, f, **options)
        for fetch in (w, i, t, r, near, g, [v, u])
        for options in ({}, none)
    ],
    [parts(c, {p: taken, **f}, **none) for taken in (True, False)],
    [parts(late, f, **options) for options in ({}, older, none)],
]


# %% graphs of fewer than four operations are not rewritten
def shapes_that_do_not_fit(nodes):
    with tf.Graph().as_default():
        b, a = P(tf.float32, [None], name="b"), P(tf.float32, [None], name="a")
        y = b * a
        rewrite = dict(min_graph_nodes=nodes)
        c = tf.ConfigProto(graph_options=dict(rewrite_options=rewrite))
        with tf.Session(config=c) as s2:
            try:
                s2.run(y, {a: [1.0, 2.0], b: [1.0, 2.0, 3.0]})
            except tf.errors.InvalidArgumentError as error:
                return error.message.splitlines()[-2]


[shapes_that_do_not_fit(nodes) for nodes in (0, 3, 4, -1)]

# %% which runs measure what nodes cost
x = P(tf.float32, [2], name="x")
y = tf.exp(tf.sin(x, name="sin"), name="y")
seen = []
costs = dict(build_cost_model=2, build_cost_model_after=1)
with tf.Session(config=tf.ConfigProto(graph_options=costs)) as s2:
    for _ in range(6):
        m = tf.RunMetadata()
        s2.run(y, {x: [1.0, 2.0]}, run_metadata=m)
        seen.append((len(m.cost_graph.node), len(m.step_stats.dev_stats)))
seen


# %% what nodes cost, and the memory that they share
def anonymous(text):
    return re.sub(r"/_\d+", "/_N", text)


def measured(fetches, feeds=None):
    none = dict(
        rewrite_options=dict(disable_meta_optimizer=True), optimizer_options=dict(opt_level=-1)
    )
    c = tf.ConfigProto(graph_options=dict(build_cost_model=1, **none), device_count={"CPU": 2})
    m = tf.RunMetadata()
    with tf.Session(config=c) as s2:
        s2.run(tf.global_variables_initializer())
        s2.run(fetches, feeds, options=tf.RunOptions(trace_level=3), run_metadata=m)
    names = {n.id: anonymous(n.name) for n in m.cost_graph.node}
    cost = sorted(
        (
            anonymous(n.name),
            n.device[-5:],
            n.is_final,
            [(names[i.preceding_node], i.preceding_port) for i in n.input_info],
            [(o.alias_input_port, str(o.shape), o.dtype) for o in n.output_info],
            sorted(names[i] for i in n.control_input),
            n.persistent_memory_size,
        )
        for n in m.cost_graph.node
    )
    memory = sorted(
        (
            anonymous(n.node_name),
            [a.total_bytes for a in n.memory],
            n.memory_stats.persistent_memory_size,
            [
                (o.slot, o.tensor_description.allocation_description.requested_bytes)
                for o in n.output
            ],
        )
        for device in m.step_stats.dev_stats
        for n in device.node_stats
    )
    return cost, memory


v = tf.Variable([1.0, 2.0], name="v", use_resource=False)
x = P(tf.float32, [2], name="x")
y = tf.negative(tf.exp(tf.identity(x, name="i"), name="e"), name="n")
z = tf.subtract(y, v, name="z")
with tf.device("/cpu:1"):
    far = tf.reshape(z, [1, 2], name="far")
parts_of = tf.split(x, 2, name="parts_of")
q = tf.FIFOQueue(3, [tf.float32], shapes=[[]], name="q")
[measured(fetch, {x: [1.0, 2.0]}) for fetch in (far, parts_of, q.enqueue(x[0]))]
