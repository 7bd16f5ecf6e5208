"""SavedModels: builder, loader, signatures."""

# %% simple_save and load: signature, values, files
d = tempfile.mkdtemp() + "/m"
x = P(tf.float32, [None], name="x")
w = tf.Variable(3.0, name="w")
y = tf.multiply(x, w, name="y")
s.run(w.initializer)
tf.saved_model.simple_save(s, d, {"a": x}, {"b": y})
with tf.Graph().as_default(), tf.Session() as s2:
    m = tf.saved_model.loader.load(s2, [tf.saved_model.tag_constants.SERVING], d)
    sig = m.signature_def["serving_default"]
    r = s2.run(sig.outputs["b"].name, {sig.inputs["a"].name: [1.0, 2.0]})
    t = tf.saved_model.utils.get_tensor_from_tensor_info(sig.inputs["a"])
(
    r,
    str(sig),
    t.shape,
    sorted(os.path.relpath(os.path.join(a, f), d) for a, _, fs in os.walk(d) for f in fs),
    tf.saved_model.contains_saved_model(d),
)

# %% two graphs, told apart by tags
d = tempfile.mkdtemp() + "/m"
w = tf.Variable(3.0, name="w")
s.run(w.initializer)
b = tf.saved_model.builder.SavedModelBuilder(d)
b.add_meta_graph_and_variables(s, ["train"])
with tf.Graph().as_default():
    v = tf.Variable(0.0, name="w")
    tf.identity(v * 2.0, name="twice")
    b.add_meta_graph(["serve", "gpu"])
b.save()
with tf.Graph().as_default(), tf.Session() as s2:
    tf.saved_model.load(s2, ["gpu", "serve"], d)
    r = s2.run("twice:0")
with tf.Graph().as_default(), tf.Session() as s2:
    tf.saved_model.load(s2, ["train"], d, import_scope="in")
    q = [v.name for v in tf.global_variables()], s2.run(tf.global_variables()[0])
(r, q, ex(lambda: tf.saved_model.load(s, ["serve"], d)))

# %% builder: order of calls, directory, text
d = tempfile.mkdtemp() + "/m"
w = tf.Variable(3.0, name="w")
s.run(w.initializer)
b = tf.saved_model.Builder(d)
a = ex(lambda: b.add_meta_graph(["x"]))
b.add_meta_graph_and_variables(s, ["x"])
c = ex(lambda: b.add_meta_graph_and_variables(s, ["x"]))
p = b.save(as_text=True)
with tf.Graph().as_default(), tf.Session() as s2:
    tf.saved_model.load(s2, ["x"], d)
    r = s2.run(tf.global_variables()[0])
(a, c, os.path.basename(p), r, ex(lambda: tf.saved_model.Builder(d)).replace(d, "D"))

# %% a model without variables
d = tempfile.mkdtemp() + "/m"
x = P(tf.float32, name="x")
tf.saved_model.simple_save(s, d, {"x": x}, {"y": tf.square(x, name="y")})
with tf.Graph().as_default(), tf.Session() as s2:
    m = tf.saved_model.load(s2, ["serve"], d)
    r = s2.run("y:0", {"x:0": 3.0})
(r, m.HasField("saver_def"), sorted(os.listdir(d + "/variables")))

# %% main op and assets
d, f = tempfile.mkdtemp() + "/m", os.path.join(tempfile.mkdtemp(), "words.txt")
open(f, "w").write("a b c")
path = tf.constant(f, name="path")
tf.add_to_collection(tf.GraphKeys.ASSET_FILEPATHS, path)
w = tf.Variable(1.0, name="w")
name = tf.get_variable(
    "name", initializer="", collections=[tf.GraphKeys.LOCAL_VARIABLES], use_resource=False
)
keep = tf.group(tf.assign(name, path), name="keep_name")
s.run(w.initializer)
b = tf.saved_model.Builder(d)
b.add_meta_graph_and_variables(
    s, ["serve"], assets_collection=tf.get_collection(tf.GraphKeys.ASSET_FILEPATHS), main_op=keep
)
b.save()
with tf.Graph().as_default(), tf.Session() as s2:
    m = tf.saved_model.load(s2, ["serve"], d)
    r = s2.run(tf.local_variables()[0]).decode().replace(d, "D")
(r, open(d + "/assets/words.txt").read(), sorted(m.collection_def))

# %% main op that is none, or the second
d = tempfile.mkdtemp() + "/m"
w = tf.Variable(1.0)
s.run(w.initializer)
b = tf.saved_model.Builder(d)
a = ex(lambda: b.add_meta_graph_and_variables(s, ["x"], main_op=w.value()))
b.add_meta_graph_and_variables(s, ["x"], main_op=tf.no_op())
(a.split(":")[0], ex(lambda: b.add_meta_graph(["y"], main_op=tf.no_op())))

# %% no model there
ex(lambda: tf.saved_model.load(s, ["serve"], "/none/such"))

# %% a file that is no model
d = tempfile.mkdtemp()
open(d + "/saved_model.pb", "wb").write(b"\xff\xff")
ex(lambda: tf.saved_model.load(s, ["serve"], d)).partition(": ")[2].replace(d, "D")

# %% signatures
U = tf.saved_model.signature_def_utils
i = tf.saved_model.utils.build_tensor_info
x, t = P(tf.float32, [None, 2], name="x"), P(tf.string, [None], name="t")
[
    str(i(x)),
    str(U.build_signature_def({"a": i(x)}, {"b": i(t)}, "m")),
    str(U.predict_signature_def({"x": x}, {"y": t})),
    str(U.regression_signature_def(t, x)),
    str(U.classification_signature_def(t, t, x)),
    ex(lambda: U.predict_signature_def({}, {"y": t})),
    ex(lambda: U.predict_signature_def({"y": t}, None)),
    ex(lambda: U.regression_signature_def(x, x)),
    ex(lambda: U.regression_signature_def(None, x)),
    ex(lambda: U.regression_signature_def(t, None)),
    ex(lambda: U.regression_signature_def(3, x)),
    ex(lambda: U.regression_signature_def(t, t)),
    ex(lambda: U.classification_signature_def(t, None, None)),
    ex(lambda: U.classification_signature_def(3, t, None)),
    ex(lambda: U.classification_signature_def(None, t, None)),
    ex(lambda: U.classification_signature_def(x, t, None)),
    ex(lambda: U.classification_signature_def(t, x, None)),
    ex(lambda: U.classification_signature_def(t, None, t)),
    U.is_valid_signature(U.predict_signature_def({"x": x}, {"y": t})),
    U.is_valid_signature(U.regression_signature_def(t, x)),
    U.is_valid_signature(U.classification_signature_def(t, t, None)),
    U.is_valid_signature(U.build_signature_def({"a": i(x)}, {"b": i(t)}, "m")),
    U.is_valid_signature(None),
]

# %% signatures that a builder refuses
w = tf.Variable(1.0)
b = tf.saved_model.Builder(tempfile.mkdtemp() + "/m")
i = tf.saved_model.utils.build_tensor_info(w)
T, sig = type(i), tf.saved_model.build_signature_def
[
    ex(lambda: b.add_meta_graph_and_variables(s, ["x"], {"k": sig({"a": T()})})),
    ex(lambda: b.add_meta_graph_and_variables(s, ["x"], {"k": sig({"a": T(name="x:0")})})),
    ex(lambda: b.add_meta_graph_and_variables(s, ["x"], {"__saved_model_init_op": sig({"a": i})})),
]

# %% a sparse tensor in a signature
x = tf.SparseTensor([[0, 1]], [2.0], [2, 3])
i = tf.saved_model.utils.build_tensor_info(x)
t = tf.saved_model.utils.get_tensor_from_tensor_info(i)
(str(i), s.run(t))

# %% names
c, k, t = tf.saved_model.constants, tf.saved_model.signature_constants, tf.saved_model.tag_constants
[{n: getattr(m, n) for n in sorted(dir(m)) if n.isupper() and n[0] != "_"} for m in (c, k, t)]

# %% assets that are no tensors
b = tf.saved_model.Builder(tempfile.mkdtemp() + "/m")
ex(lambda: b.add_meta_graph_and_variables(s, ["a"], assets_collection=[3]))
