"""What TensorFlow 1 wrote into graphs and checkpoints years ago."""

# %% a branch of Switch and Merge: what is not taken has no effect
from google.protobuf import text_format

n = "node{name:'%s' op:'%s' %s}"
T, B = "attr{key:'T' value{type:DT_FLOAT}}", "attr{key:'T' value{type:DT_BOOL}}"
F = "attr{key:'dtype' value{type:DT_FLOAT}}"
C = "attr{key:'value' value{tensor{dtype:DT_FLOAT tensor_shape{} float_val:%s}}}"
R = "attr{key:'shape' value{shape{}}}"
text = "".join(
    n % row
    for row in [
        ("x", "Placeholder", F),
        ("p", "Placeholder", "attr{key:'dtype' value{type:DT_BOOL}}"),
        ("v", "VariableV2", F + R),
        ("start", "Const", F + C % 1),
        ("set", "Assign", "input:'v' input:'start'" + T),
        ("s", "Switch", "input:'x' input:'p'" + T),
        ("sp", "Switch", "input:'p' input:'p'" + B),
        ("yes", "Identity", "input:'sp:1'" + B),
        ("no", "Identity", "input:'sp'" + B),
        ("two", "Const", "input:'^yes'" + F + C % 2),
        ("ten", "Const", "input:'^no'" + F + C % 10),
        ("a", "Mul", "input:'s:1' input:'two'" + T),
        ("b", "Mul", "input:'s' input:'ten'" + T),
        ("m", "Merge", "input:'b' input:'a' attr{key:'N' value{i:2}}" + T),
        ("one", "Const", "input:'^yes'" + F + C % 1),
        ("w", "RefSwitch", "input:'v' input:'p'" + T),
        ("add", "AssignAdd", "input:'w:1' input:'one'" + T),
        ("after", "NoOp", "input:'^add'"),
        ("c", "Const", "input:'^after'" + F + C % 5),
        ("mc", "Merge", "input:'c' input:'ten' attr{key:'N' value{i:2}}" + T),
    ]
)
d = tf.import_graph_def(text_format.Parse(text, tf.GraphDef()), name="")
m, x, v = (g.get_tensor_by_name(k) for k in ("m:0", "x:0", "v:0"))
dx = tf.gradients(m, x)
o = [
    ex(lambda: s.run(k, {"p:0": False, "x:0": 3.0})) for k in ("a:0", "s:1", "c:0", ["b:0", "a:0"])
]
s.run("set")
for q in (True, False):
    feeds = {"p:0": q, "x:0": 3.0}
    o += [s.run(["m:0", "m:1", dx], feeds), ex(lambda: s.run("after", feeds)), s.run("mc:1", feeds)]
    o += [s.run(v), s.run("a:0", {"p:0": q, "s:1": 7.0, "two:0": 1.0})]
(o, [(t.name, t.shape) for t in g.get_operation_by_name("m").outputs])


# %% types that NumPy has not, in checkpoints of both formats
def saved(kind, use_resource):
    one, two = ((1,), (2,)) if kind.is_quantized else (1, 2)
    with tf.Graph().as_default(), tf.Session() as q:
        v = tf.Variable(tf.constant([one, two], kind), name="v", use_resource=use_resource)
        tf.Variable(tf.constant(two, kind), name="w", use_resource=use_resource)
        d = tempfile.mkdtemp()
        q.run(tf.global_variables_initializer())
        p = tf.train.Saver().save(q, d + "/m")
        r = tf.train.NewCheckpointReader(p)
        with tf.Graph().as_default(), tf.Session() as t:
            tf.train.import_meta_graph(p + ".meta").restore(t, p)
            again = [str(i) for i in t.run(tf.global_variables())]
        old = ex(lambda: tf.train.Saver(write_version=1).save(q, d + "/o") and None)[:19]
        return str(r.get_tensor("v")), str(r.get_tensor("w")), again, r.debug_string(), old


by_handle = "bfloat16 qint8 quint8 qint32 float8_e5m2 float8_e4m3fn int4 uint4".split()
(
    [saved(tf.as_dtype(name), True) for name in by_handle],
    [saved(tf.as_dtype(name), False) for name in "bfloat16 qint8 quint8 quint16 qint32".split()],
)

# %% numbers of the type bfloat16
x = tf.constant([1.0, 2.5, -3.0], tf.bfloat16)
v = tf.get_variable("v", [3], tf.bfloat16, tf.zeros_initializer())
s.run(v.initializer)
y = tf.reduce_sum(x * x + v)
f = P(tf.bfloat16, [2])
b = s.run(x)
[
    [str(s.run(t)) for t in (x, y, v, tf.cast(x, tf.float32), tf.cast([1.001], tf.bfloat16), -x)],
    [str(s.run(t)) for t in (tf.matmul(x[None], x[:, None]), tf.exp(x), tf.maximum(x, 2.0))],
    str(s.run(tf.gradients(y, [x]))),
    (x.dtype, b.dtype.name, str(s.run(f * 2.0, {f: [1.5, 2.0]})), str(s.run(tf.assign_add(v, x)))),
    (tf.bfloat16.min, tf.bfloat16.max, tf.as_dtype(b.dtype), tf.as_dtype(b.dtype.type)),
    (
        tf.as_dtype(b),
        str(tf.make_ndarray(tf.make_tensor_proto(b))),
        str(tf.make_tensor_proto(b[0])),
    ),
]
