"""Readers of files, what feeds them, and the files they read."""

# %% the lines of two files, one a run, then the end
d = tempfile.mkdtemp()
open(f"{d}/a", "w").write("1,2\n3,4\n")
open(f"{d}/b", "w").write("5,6\r\n\n7,8")
q = tf.train.string_input_producer([f"{d}/a", f"{d}/b"], num_epochs=1, shuffle=False, name="q")
reader = tf.TextLineReader(name="r")
key, value = reader.read(q, name="rd")
s.run(tf.local_variables_initializer())
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(s, coord)
o = [s.run([key, value]) for _ in range(5)]
e = ex(lambda: s.run(value))
o += [
    s.run([reader.num_records_produced(), reader.num_work_units_completed()]),
    re.sub("'_[0-9]+_", "'", e),
]
coord.request_stop()
coord.join(threads)
[str(item).replace(d, "D") for item in o]

# %% read_up_to and skipped header lines
d = tempfile.mkdtemp()
for name in "ab":
    open(f"{d}/{name}", "w").write("head\n1\n2\n3\n")
q = tf.FIFOQueue(9, tf.string, shapes=[[]])
s.run(q.enqueue_many([[f"{d}/a", f"{d}/b"]]))
s.run(q.close())
reader = tf.TextLineReader(skip_header_lines=1)
keys, values = reader.read_up_to(q, 2)
o = [(keys.shape.as_list(), values.dtype)]
o += [[list(part) for part in s.run([keys, values])] for _ in range(4)]
o += [s.run([reader.num_records_produced(), reader.num_work_units_completed()])]
o += [re.sub("'_[0-9]+_", "'", ex(lambda: s.run(values)))]
[str(item).replace(d, "D") for item in o]

# %% a reader that is reset begins with the next work unit
d = tempfile.mkdtemp()
open(f"{d}/a", "w").write("1\n2\n")
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue_many([[f"{d}/a", f"{d}/a"]]))
reader = tf.TextLineReader()
value = reader.read(q)[1]
o = [s.run(value), s.run(reader.num_records_produced())]
r = reader.reset(name="reset")
s.run(r)
o += [
    s.run(value),
    s.run(reader.num_records_produced()),
    s.run(reader.num_work_units_completed()),
    r.type,
]
o + [s.run(value), ex(lambda: s.run(value, options=tf.RunOptions(timeout_in_ms=100)))[:21]]

# %% lines end where they end
d = tempfile.mkdtemp()
open(f"{d}/a", "wb").write(b"a\rb\r\n\x00c\n\nd\r")
open(f"{d}/b", "wb").write(b"")
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue_many([[f"{d}/b", f"{d}/a"]]))
s.run(q.close())
item = tf.data.make_one_shot_iterator(tf.data.TextLineDataset(f"{d}/a")).get_next()
(s.run(tf.TextLineReader().read_up_to(q, 9))[1], [s.run(item) for _ in range(4)])

# %% whole files
d = tempfile.mkdtemp()
open(f"{d}/a", "wb").write(b"\x00\x01\nb")
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue_many([[f"{d}/a", f"{d}/a"]]))
reader = tf.WholeFileReader()
k, v = reader.read(q)
o = [s.run([k, v]) for _ in range(2)]
[
    o[0][1],
    o[0][0].decode().replace(d, "D"),
    s.run([reader.num_records_produced(), reader.num_work_units_completed()]),
    reader.supports_serialize,
]

# %% a reader's state is kept between sessions' runs, and each session has its own
d = tempfile.mkdtemp()
open(f"{d}/a", "w").write("1\n2\n")
q = tf.FIFOQueue(9, tf.string)
put = q.enqueue(f"{d}/a")
v = tf.TextLineReader().read(q)[1]
t = tf.Session(graph=g)
s.run(put)
t.run(put)
(s.run(v), t.run(v), s.run(v), t.run(v))

# %% records of fixed length
d = tempfile.mkdtemp()
open(f"{d}/a", "wb").write(b"HHaabbccF")
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue(f"{d}/a"))
s.run(q.close())
reader = tf.FixedLengthRecordReader(2, header_bytes=2, footer_bytes=1)
k, v = reader.read(q)
o = [s.run([k, v]) for _ in range(3)]
o += [re.sub("'_[0-9]+_", "'", ex(lambda: s.run(v)))]
[str(item).replace(d, "D") for item in o]

# %% records of fixed length that overlap
d = tempfile.mkdtemp()
open(f"{d}/a", "wb").write(b"abcdefg")
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue(f"{d}/a"))
s.run(q.close())
v = tf.FixedLengthRecordReader(3, hop_bytes=2).read_up_to(q, 9)[1]
s.run(v)

# %% records of fixed length: sizes that cannot be
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue("x"))
v = [
    tf.FixedLengthRecordReader(*a, name=f"r{i}").read(q, name=f"rd{i}")[1]
    for i, a in enumerate([(0,), (1, -1), (1, 0, -1), (1, 0, 0, -1)])
]
[ex(lambda: s.run(x)) for x in v]

# %% records of fixed length: what is left over is ignored
d = tempfile.mkdtemp()
open(f"{d}/a", "wb").write(b"abcde")
open(f"{d}/b", "wb").write(b"a")
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue_many([[f"{d}/a", f"{d}/b"]]))
s.run(q.close())
reader = tf.FixedLengthRecordReader(2)
v = reader.read_up_to(q, 2)[1]
o = [list(s.run(v))]
o + [
    re.sub("'_[0-9]+_", "'", ex(lambda: s.run(v))).replace(d, "D"),
    s.run([reader.num_records_produced(), reader.num_work_units_completed()]),
]

# %% records of a TFRecord file
d = tempfile.mkdtemp()
with tf.python_io.TFRecordWriter(f"{d}/a") as w:
    for x in (b"one", b"", b"three"):
        w.write(x)
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue_many([[f"{d}/a"]]))
s.run(q.close())
reader = tf.TFRecordReader()
k, v = reader.read(q)
o = [s.run([k, v]) for _ in range(3)]
o += [
    re.sub("'_[0-9]+_", "'", ex(lambda: s.run(v))),
    s.run([reader.num_records_produced(), reader.num_work_units_completed()]),
]
[str(item).replace(d, "D") for item in o] + [list(tf.python_io.tf_record_iterator(f"{d}/a"))]

# %% compressed TFRecord files
d = tempfile.mkdtemp()
o = []
for kind in (tf.python_io.TFRecordCompressionType.GZIP, tf.python_io.TFRecordCompressionType.ZLIB):
    options = tf.python_io.TFRecordOptions(kind)
    with tf.python_io.TFRecordWriter(f"{d}/{kind}", options) as w:
        w.write(b"one")
        w.write("two")
    q = tf.FIFOQueue(9, tf.string)
    s.run(q.enqueue(f"{d}/{kind}"))
    k, v = tf.TFRecordReader(options=options).read(q)
    o += [
        s.run(v),
        s.run(k)[-4:],
        list(tf.io.tf_record_iterator(f"{d}/{kind}", options)),
        open(f"{d}/{kind}", "rb").read()[:2],
    ]
o

# %% a TFRecord file that is none
d = tempfile.mkdtemp()
open(f"{d}/a", "w").write("no records at all, but longer")
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue(f"{d}/a"))
v = tf.TFRecordReader().read(q, name="rd")[1]
(ex(lambda: s.run(v)), ex(lambda: list(tf.io.tf_record_iterator(f"{d}/a"))))

# %% a TFRecord file that ends too soon
d = tempfile.mkdtemp()
with tf.io.TFRecordWriter(f"{d}/a") as w:
    w.write(b"one")
    w.write(b"two")
x = open(f"{d}/a", "rb").read()
o = []
for cut in (1, 6, 10):
    open(f"{d}/{cut}", "wb").write(x[:-cut])
    q = tf.FIFOQueue(9, tf.string)
    s.run(q.enqueue(f"{d}/{cut}"))
    s.run(q.close())
    v = tf.TFRecordReader().read(q)[1]
    o += [
        s.run(v),
        re.sub("'_[0-9]+_", "'", ex(lambda: s.run(v))).replace(d, "D"),
        ex(lambda: list(tf.io.tf_record_iterator(f"{d}/{cut}"))),
    ]
o

# %% a TFRecord file whose data were changed
d = tempfile.mkdtemp()
with tf.io.TFRecordWriter(f"{d}/a") as w:
    w.write(b"one")
x = bytearray(open(f"{d}/a", "rb").read())
x[13] ^= 1
open(f"{d}/a", "wb").write(x)
ex(lambda: list(tf.io.tf_record_iterator(f"{d}/a")))

# %% files that are not there
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue_many([["/no/such/file"] * 9]))
o = [
    ex(lambda: s.run(kind(name=f"r{i}").read(q, name=f"rd{i}")))
    for i, kind in enumerate([tf.TextLineReader, tf.WholeFileReader, tf.TFRecordReader])
]
o += [ex(lambda: s.run(tf.FixedLengthRecordReader(2).read(q, name="f")))]
o + [
    ex(lambda: next(tf.io.tf_record_iterator("/no/such/file"))),
    ex(lambda: tf.io.TFRecordWriter("/no/such/file")),
    ex(lambda: s.run(tf.read_file("/no/such/file", name="f"))),
]

# %% a directory is no file
d = tempfile.mkdtemp()
q = tf.FIFOQueue(9, tf.string)
s.run(q.enqueue_many([[d] * 3]))
[ex(lambda: s.run(r.read(q))) for r in (tf.WholeFileReader(), tf.TextLineReader())] + [
    ex(lambda: s.run(tf.read_file(d, name="f")))
]

# %% a file that is missing ends the pipeline, and the coordinator tells
d = tempfile.mkdtemp()
q = tf.train.string_input_producer([f"{d}/nope"], shuffle=False)
k, v = tf.TextLineReader(name="r").read(q, name="rd")
b = tf.train.batch([v], 2, name="b")
coord = tf.train.Coordinator()
with s.as_default():
    threads = tf.train.start_queue_runners(coord=coord)
o = [re.sub("'_[0-9]+_", "'", ex(lambda: s.run(b)))]
coord.request_stop()
o + [ex(lambda: coord.join(threads))]

# %% a queue of numbers has no names of files
q = tf.FIFOQueue(9, tf.int32, name="q")
s.run(q.enqueue(1))
s.run(tf.TextLineReader(name="r").read(q, name="rd"))

# %% a queue with two components
q = tf.FIFOQueue(9, [tf.string, tf.string], name="q")
s.run(q.enqueue(["a", "b"]))
s.run(tf.TextLineReader(name="r").read(q, name="rd"))

# %% a queue whose elements are vectors
q = tf.FIFOQueue(9, tf.string, name="q")
s.run(q.enqueue([["a", "b"]]))
s.run(tf.IdentityReader(name="r").read(q, name="rd"))

# %% a list is no queue
tf.TextLineReader().read(["a.csv"])

# %% a tensor of names is no queue
v = tf.TextLineReader().read(tf.constant(["a.csv"]))

# %% reading nothing
q = tf.FIFOQueue(9, tf.string, name="q")
s.run(tf.IdentityReader(name="r").read_up_to(q, 0, name="rd"))

# %% names, types and shapes of a reader
q = tf.FIFOQueue(9, tf.string, name="q")
r = tf.TextLineReader()
k, v = r.read(q)
n = r.num_records_produced()
[
    (x.name, str(x.dtype), x.shape, x.op.type)
    for x in (r.reader_ref, k, v, n, r.num_work_units_completed())
] + [isinstance(r, tf.ReaderBase), r.supports_serialize]

# %% the identity reader, its state saved and restored
q = tf.FIFOQueue(9, tf.string, name="q")
s.run(q.enqueue_many([["a", "b", "c"]]))
r = tf.IdentityReader(name="r")
x, state = r.read(q), P(tf.string, [])
back = r.restore_state(state)
o = [s.run(x), s.run(r.serialize_state())]
o += [s.run(x), s.run(r.num_records_produced())]
s.run(back, {state: o[1]})
o + [
    s.run(r.num_records_produced()),
    ex(lambda: s.run(back, {state: "bad"})),
    s.run(x),
    s.run(r.num_work_units_completed()),
]

# %% a reader of lines has no state to save
r = tf.TextLineReader(name="r")
(
    ex(lambda: s.run(r.serialize_state(name="ss"))),
    ex(lambda: s.run(r.restore_state("x", name="rs"))),
)

# %% a state with wrong numbers
r = tf.WholeFileReader(name="r")
(
    s.run(r.serialize_state()),
    s.run(r.restore_state(b"\x08\x01\x10\x01\x18\x02")),
    s.run(r.num_records_produced()),
    "Inconsistent work started vs. finished when restoring in WholeFileReader 'r': "
    in ex(lambda: s.run(r.restore_state(b"\x08\x05\x10\x01\x18\x02", name="rs"))),
)

# %% files that match
d = tempfile.mkdtemp()
for name in ("b.csv", "a.csv", "c.txt"):
    open(f"{d}/{name}", "w").write("x")
x = tf.matching_files(f"{d}/*.csv", name="m")
y = tf.matching_files([f"{d}/*.txt", f"{d}/a*", f"{d}/none*"])
(
    x.shape,
    [os.path.basename(n) for n in s.run(x)],
    [os.path.basename(n) for n in s.run(y)],
    s.run(tf.matching_files(f"{d}/z")),
    [os.path.basename(n) for n in s.run(tf.io.matching_files(f"{d}/[ab].c?v"))],
)

# %% files that match, asked for in the wrong way
(ex(lambda: tf.matching_files([["a"]])), ex(lambda: tf.matching_files(1)))

# %% files that match, found once
d = tempfile.mkdtemp()
open(f"{d}/a", "w").write("x")
v = tf.train.match_filenames_once(f"{d}/*", name="m")
e = ex(lambda: s.run(v))
s.run(tf.local_variables_initializer())
open(f"{d}/b", "w").write("x")
(
    e,
    [os.path.basename(n) for n in s.run(v)],
    v.name,
    v.dtype,
    v.shape,
    v.trainable,
    [x.name for x in tf.local_variables()],
    [x.name for x in tf.global_variables()],
)

# %% a pipeline whose files nobody looked for: local variables are not initialized
d = tempfile.mkdtemp()
q = tf.train.string_input_producer(tf.train.match_filenames_once(f"{d}/*"), name="q")
coord = tf.train.Coordinator()
s.run(tf.global_variables_initializer())
threads = tf.train.start_queue_runners(s, coord)
coord.wait_for_stop(9)
ex(lambda: coord.join(threads))

# %% a pipeline over a pattern that no file matches
d = tempfile.mkdtemp()
q = tf.train.string_input_producer(tf.train.match_filenames_once(f"{d}/*", name="m"), name="q")
v = tf.TextLineReader().read(q)[1]
s.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(s, coord)
e = re.sub("'_[0-9]+_", "'", ex(lambda: s.run(v)))
coord.request_stop()
(e, ex(lambda: coord.join(threads)))

# %% reading and writing a file
d = tempfile.mkdtemp()
p = P(tf.string, [])
w = tf.write_file(f"{d}/new/x", p, name="w")
o = [s.run(w, {p: b"a\x00b"}), w.type]
x = tf.io.read_file(f"{d}/new/x")
o + [
    s.run(x),
    x.shape,
    x.dtype,
    s.run(tf.io.write_file(f"{d}/new/x", "again")),
    s.run(x),
    ex(lambda: s.run(tf.write_file(d, "x"))).replace(d, "D"),
]

# %% reading a file, asked for in the wrong way
(
    ex(lambda: tf.read_file(["a", "b"], name="f")),
    ex(lambda: tf.read_file(3)),
    ex(lambda: tf.write_file("a", ["b"])),
    ex(lambda: s.run(tf.read_file(P(tf.string), name="r"), {"Placeholder:0": ["a", "b"]})),
)

# %% the classic program: csv files, decoded, batched, with epochs
d = tempfile.mkdtemp()
for i in range(2):
    open(f"{d}/f{i}.csv", "w").write("".join(f"{i * 3 + j},{j / 2},n{j}\n" for j in range(3)))
names = tf.train.string_input_producer([f"{d}/f0.csv", f"{d}/f1.csv"], num_epochs=2, shuffle=False)
key, line = tf.TextLineReader().read(names)
a, b, c = tf.decode_csv(line, record_defaults=[[0], [0.0], [""]])
batch = tf.train.batch([a, b, c], batch_size=5, allow_smaller_final_batch=True, name="b")
o = [(x.name, x.shape, x.dtype) for x in batch]
s.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(sess=s, coord=coord)
try:
    while not coord.should_stop():
        o.append([list(x) for x in s.run(batch)])
except tf.errors.OutOfRangeError as e:
    o.append(re.sub("'_[0-9]+_", "'", e.message))
finally:
    coord.request_stop()
coord.join(threads)
o

# %% the classic program: shuffled, and a model trained on it
d = tempfile.mkdtemp()
open(f"{d}/a.csv", "w").write("".join(f"{x},{2 * x + 1}\n" for x in range(40)))
names = tf.train.string_input_producer(tf.train.match_filenames_once(f"{d}/*.csv"), num_epochs=60)
line = tf.TextLineReader().read(names)[1]
x, y = tf.decode_csv(line, [[0.0], [0.0]])
x, y = tf.train.shuffle_batch([x / 40, y / 40], batch_size=10, capacity=60, min_after_dequeue=20)
w, b = tf.Variable(0.0), tf.Variable(0.0)
loss = tf.reduce_mean(tf.square(w * x + b - y))
train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
steps = 0
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(tf.local_variables_initializer())
    coord = tf.train.Coordinator()
    threads = tf.train.start_queue_runners(coord=coord)
    try:
        while not coord.should_stop():
            sess.run(train)
            steps += 1
    except tf.errors.OutOfRangeError:
        print("done")
    finally:
        coord.request_stop()
    coord.join(threads)
    o = sess.run([w, b])
(steps, [round(float(x), 2) for x in o])

# %% a broken line stops the pipeline, and the coordinator tells
d = tempfile.mkdtemp()
open(f"{d}/a.csv", "w").write("1,2\n3,x\n")
q = tf.train.string_input_producer([f"{d}/a.csv"], shuffle=False)
line = tf.TextLineReader().read(q)[1]
x, y = tf.decode_csv(line, [[0], [0]], name="csv")
b = tf.train.batch([x, y], 1)
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(s, coord)
o = [s.run(b), re.sub("'_[0-9]+_", "'", ex(lambda: s.run(b)))]
coord.request_stop()
o + [ex(lambda: coord.join(threads))]

# %% examples from TFRecord files, by queues
d = tempfile.mkdtemp()
with tf.python_io.TFRecordWriter(f"{d}/a") as w:
    for i in range(4):
        f = {
            "x": tf.train.Feature(float_list=tf.train.FloatList(value=[i, i + 0.5])),
            "y": tf.train.Feature(int64_list=tf.train.Int64List(value=[i])),
        }
        w.write(tf.train.Example(features=tf.train.Features(feature=f)).SerializeToString())
q = tf.train.string_input_producer([f"{d}/a"], num_epochs=1)
_, record = tf.TFRecordReader().read(q)
p = tf.parse_single_example(
    record, {"x": tf.FixedLenFeature([2], tf.float32), "y": tf.FixedLenFeature([], tf.int64)}
)
x, y = tf.train.batch([p["x"], p["y"]], 2)
s.run(tf.local_variables_initializer())
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(s, coord)
o = [s.run([x, y]) for _ in range(2)]
o += [re.sub("'_[0-9]+_", "'", ex(lambda: s.run(y)))]
coord.request_stop()
coord.join(threads)
(o, x.shape, y.shape)

# %% lists of tensors by several threads, batched together
x = tf.train.batch_join([[tf.constant(i), tf.constant([float(i)])] for i in (1, 1)], 3)
y = tf.train.shuffle_batch_join([{"a": tf.constant(7)}, {"a": tf.constant(7)}], 2, 9, 3)
coord = tf.train.Coordinator()
threads = tf.train.start_queue_runners(s, coord)
o = s.run([x, y])
coord.request_stop()
coord.join(threads)
(o, [v.name for v in x], y["a"].name, tf.get_collection("queue_runners")[0].name)

# %% lists of tensors that are not alike
(
    ex(lambda: tf.train.batch_join([[tf.constant(1)], [tf.constant(1.0)]], 3)),
    ex(lambda: tf.train.batch_join([[tf.constant(1)], [tf.constant(1), tf.constant(1)]], 3)),
    ex(lambda: tf.train.batch_join([], 3)),
)

# %% tf.layers, which Keras 3 does not have
x = P(tf.float32, [None, 3])
(
    ex(lambda: tf.layers.dense(x, 4)),
    ex(lambda: tf.layers.conv2d),
    ex(lambda: tf.layers.nothing),
    ex(lambda: tf.contrib)[:14],
)

# %% a writer of records that is closed, or given something else
d = tempfile.mkdtemp()
w = tf.io.TFRecordWriter(f"{d}/a")
w.flush()
o = [
    ex(lambda: w.write(3))[:9],
    w.close(),
    ex(lambda: w.write("x")),
    w.close(),
    ex(lambda: w.flush()),
]
o + [
    ex(lambda: tf.io.TFRecordOptions("LZ4")),
    ex(lambda: tf.io.TFRecordWriter(f"{d}/b", "LZ4")),
    tf.io.TFRecordOptions.get_compression_type_string(tf.io.TFRecordOptions("GZIP")),
]

# %% datasets of lines and records
d = tempfile.mkdtemp()
open(f"{d}/a", "w").write("x,y\n1,2\n3,4")
with tf.io.TFRecordWriter(f"{d}/r") as w:
    w.write(b"one\x00")
    w.write(b"two")
a = tf.data.TextLineDataset([f"{d}/a"]).skip(1).map(lambda line: tf.decode_csv(line, [[0], [0]]))
b = tf.data.TFRecordDataset(f"{d}/r").batch(2)
c = tf.data.FixedLengthRecordDataset(f"{d}/a", 3, header_bytes=4, footer_bytes=1)


def every(data):
    item = tf.data.make_one_shot_iterator(data).get_next()
    o = [item]
    try:
        while True:
            o.append(s.run(item))
    except tf.errors.OutOfRangeError as e:
        return o + ["End of sequence" in e.message]


[
    every(x)
    for x in (
        a,
        b,
        c,
        tf.data.TextLineDataset(tf.data.Dataset.from_tensor_slices([f"{d}/a"])).repeat(2).take(4),
    )
]

# %% datasets of files that are not there
item = tf.data.make_one_shot_iterator(tf.data.TextLineDataset("/no/such/file")).get_next(name="n")
s.run(item)
