"""Text and records as tensors: decode_csv, decode_raw, parse_example.

TensorFlow parses several examples in threads, which the fork that runs a cell lacks: one a cell.
"""

# %% decode_csv: columns of several types
x = tf.decode_csv(["1,2.5,a", " 3 , 4 , b "], [[0], [0.0], [""]], name="c")
([(v.name, v.dtype, v.shape) for v in x], s.run(x))

# %% decode_csv: defaults for empty fields
s.run(
    tf.decode_csv(
        ",,,,", [[1], [2.5], ["x"], tf.constant([3], tf.int64), tf.constant([4.5], tf.float64)]
    )
)

# %% decode_csv: a required field is missing
s.run(tf.decode_csv(["1,2", "1,"], [[0], tf.constant([], tf.int32)], name="c"))

# %% decode_csv: a required string is missing
s.run(tf.decode_csv("a,", [[""], tf.constant([], tf.string)], name="c"))

# %% decode_csv: numbers that are none
[
    ex(lambda: s.run(tf.decode_csv(["1", text], [tf.constant([0], kind)], name="c")))
    for text in ("x", "1.5", "1e3", "99999999999999999999", "0x10", "", "-")
    for kind in ("int32", "int64", "float32", "float64")
]

# %% decode_csv: odd numbers
s.run(
    tf.decode_csv([" 1", "+2", "-3"], [[0]])
    + tf.decode_csv(["1e3", "inf", "nan", "-.5", "1.", "+2"], [[0.0]])
)

# %% decode_csv: too few and too many fields
(
    ex(lambda: s.run(tf.decode_csv("1", [[0], [0]], name="c"))),
    ex(lambda: s.run(tf.decode_csv(["1,2", "1,2,3"], [[0], [0]], name="c"))),
    ex(lambda: s.run(tf.decode_csv("", [[0], [0]], name="c"))),
)

# %% decode_csv: quotes
s.run(tf.decode_csv(['"a,b","say ""hi""",""', '"x\ny",z,"1"'], [["d"], [""], ["e"]]))

# %% decode_csv: quotes in the wrong place
[
    ex(lambda: s.run(tf.decode_csv(text, [["d"], [""]], name="c")))
    for text in ('a"b,c', '"a"b,c', '"a,b', '"a', 'a,"', 'a,b"', ' "a",b')
]

# %% decode_csv: quotes that are letters
s.run(tf.decode_csv('"a,b"', [["d"], [""]], use_quote_delim=False))

# %% decode_csv: other delimiters
(
    s.run(tf.decode_csv("1;2", [[0], [0]], field_delim=";")),
    s.run(tf.decode_csv("1\t\t3", [[0], [9], [0]], field_delim="\t")),
    s.run(tf.decode_csv("1 2", [[0], [0]], " ")),
    ex(lambda: tf.decode_csv("1,,2", [[0], [0]], field_delim=",,")),
    ex(lambda: s.run(tf.decode_csv("1,,2", [[0], [0]], field_delim=",,"))),
    ex(lambda: s.run(tf.decode_csv("1,,2", [[0], [0]], field_delim=""))),
    ex(lambda: s.run(tf.decode_csv("1", [[0]], field_delim='"'))),
)

# %% decode_csv: what stands for nothing, and chosen columns
(
    s.run(tf.decode_csv("NA,2", [[5], [6]], na_value="NA")),
    s.run(tf.decode_csv("1,2,3,4", [[0], [0]], select_cols=[1, 3])),
    ex(lambda: s.run(tf.decode_csv("1,2", [[0], [0]], select_cols=[1, 3], name="c"))),
)

# %% decode_csv: chosen columns that cannot be
[
    ex(lambda: tf.decode_csv("1,2", [[0], [0]], select_cols=cols))
    for cols in ([1, 0], [-1, 0], [1], [1, 1])
]

# %% decode_csv: defaults that cannot be
(
    ex(lambda: tf.decode_csv("1,2", [])),
    ex(lambda: tf.decode_csv("1,2", [0, 0])[0].shape),
    ex(lambda: tf.decode_csv("1", [[1, 2]])),
    ex(lambda: tf.decode_csv("1", [[True]])),
    ex(lambda: tf.decode_csv("1", 3)),
    ex(lambda: tf.decode_csv(1, [[0]])),
    ex(lambda: tf.decode_csv("1", [[[1]]])),
)

# %% decode_csv: a default of several, known at run time only
d = P(tf.int32)
x = tf.decode_csv("", [d], name="c")
y = tf.decode_csv(",", [d, [2]], name="c")
[ex(lambda: s.run(y, {d: value})) for value in (3, [4], [4, 5], [], [[4]])] + [
    ex(lambda: s.run(x, {d: [4, 5]}))
]

# %% decode_csv: names that were written without a bracket
[
    ex(lambda: s.run(tf.decode_csv("1,2", [[0.0], [0]]))),
    ex(lambda: tf.decode_csv(records=["1,2"], record_defaults=[[0], [""]])[1].shape),
]

# %% decode_csv: a matrix of records
x = tf.io.decode_csv([["1,2"], ["3,4"]], [[0], [0]])
(x[0].shape, s.run(x), tf.decode_csv(P(tf.string), [[0]])[0].shape)

# %% decode_raw
x = tf.decode_raw(["ab", "cd"], tf.uint8, name="r")
(
    x.shape,
    s.run(x),
    s.run(tf.decode_raw(b"\x01\x00\x02\x00", tf.int16)),
    s.run(tf.io.decode_raw(b"\x01\x00\x02\x00", tf.int16, little_endian=False)),
    s.run(tf.decode_raw(np.float32([1.5, 2]).tobytes(), tf.float32)),
    s.run(tf.decode_raw(b"\x01\x00", tf.bool)),
    s.run(tf.decode_raw("", tf.int32)),
    s.run(tf.decode_raw(bytes=b"a", out_type=tf.uint8)),
)

# %% decode_raw: what does not fit
(
    ex(lambda: s.run(tf.decode_raw("abc", tf.int16, name="r"))),
    ex(lambda: s.run(tf.decode_raw(["ab", "c"], tf.uint8, name="r"))),
    ex(lambda: tf.decode_raw("ab", tf.string)),
    ex(lambda: tf.decode_raw("ab")),
    ex(lambda: tf.decode_raw(1, tf.uint8)),
    ex(lambda: tf.decode_raw(out_type=tf.uint8)),
    ex(lambda: tf.decode_raw("a", tf.uint8, bytes="b")),
)

# %% decode_raw: an image as most programs had it
x = tf.reshape(tf.decode_raw(np.arange(12, dtype=np.uint8).tobytes(), tf.uint8), [2, 2, 3])
y = tf.cast(x, tf.float32) * (1.0 / 255) - 0.5
s.run(y)

# %% messages of examples
f = {
    "a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2])),
    "b": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"x"])),
    "c": tf.train.Feature(float_list=tf.train.FloatList(value=[0.5])),
}
e = tf.train.Example(features=tf.train.Features(feature=f))
back = tf.train.Example.FromString(e.SerializeToString(deterministic=True))
(
    e.SerializeToString(deterministic=True),
    back == e,
    list(back.features.feature["a"].int64_list.value),
    back.features.feature["b"].WhichOneof("kind"),
    str(e.features.feature["c"]),
)

# %% messages of examples, made in the wrong way
(
    ex(lambda: tf.train.Int64List(value=[1.5])),
    ex(lambda: tf.train.BytesList(value=["text"]).value[0]),
    ex(lambda: tf.train.Int64List(value=3)),
    ex(lambda: tf.train.Feature(int64_list=[1]))[:9],
    ex(lambda: tf.train.BytesList(value="text")),
    ex(lambda: tf.train.FloatList(value=np.float32([1, 2])).value[:]),
    ex(lambda: tf.train.Features(feature=[1]))[:9],
)

# %% messages of sequences
l = tf.train.FeatureList(feature=[tf.train.Feature(int64_list=tf.train.Int64List(value=[1]))])
e = tf.train.SequenceExample(
    context=tf.train.Features(), feature_lists=tf.train.FeatureLists(feature_list={"a": l})
)
e.SerializeToString()


# %% parse_example: fixed and variable length
def example(**kinds):
    f = {}
    for name, value in kinds.items():
        kind = {int: "int64_list", float: "float_list", bytes: "bytes_list"}[type(value[0])]
        f[name] = tf.train.Feature(**{kind: {"value": value}})
    return tf.train.Example(features=tf.train.Features(feature=f)).SerializeToString()


xs = [example(a=[1, 2], c=[b"x", b"y"])]
p = tf.parse_example(
    xs,
    {
        "a": tf.FixedLenFeature([2], tf.int64),
        "b": tf.VarLenFeature(tf.float32),
        "c": tf.VarLenFeature(tf.string),
    },
    name="p",
)
(
    s.run(p),
    sorted(p),
    p["a"].name,
    p["a"].shape,
    p["b"].indices.name,
    p["b"].values.shape,
    p["b"].shape,
)

# %% parse_single_example
x = tf.train.Example(
    features=tf.train.Features(
        feature={
            "a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2, 3, 4])),
            "t": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"x"])),
        }
    )
)
p = tf.io.parse_single_example(
    x.SerializeToString(),
    {
        "a": tf.io.FixedLenFeature([2, 2], tf.int64),
        "t": tf.io.FixedLenFeature((), tf.string),
        "u": tf.io.FixedLenFeature([], tf.float32, default_value=7),
        "v": tf.io.VarLenFeature(tf.int64),
    },
    name="p",
)
(s.run(p), [(k, v.shape) for k, v in sorted(p.items())], p["a"].name)

# %% parse_example: missing and mistyped features
x = tf.train.Example(
    features=tf.train.Features(
        feature={"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[1, 2]))}
    )
).SerializeToString()
F = tf.FixedLenFeature
y = tf.train.Example(
    features=tf.train.Features(
        feature={
            "a": tf.train.Feature(float_list=tf.train.FloatList(value=[1, 2])),
            "b": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"x", b"y"])),
        }
    )
).SerializeToString()
sizes = [
    ex(lambda: s.run(tf.parse_single_example(y, {k: F(shape, kind)}, name="p")))
    for k, kind in (("a", tf.float32), ("b", tf.string))
    for shape in ([], [3])
]
one = [
    ex(lambda: s.run(tf.parse_single_example(x, {k: f}, name="p")))
    for k, f in (
        ("b", F([], tf.int64)),
        ("a", F([], tf.int64)),
        ("a", F([3], tf.int64)),
        ("a", F([2], tf.float32)),
        ("a", F([2], tf.string)),
        ("a", tf.VarLenFeature(tf.float32)),
    )
]
many = [
    ex(lambda: s.run(tf.parse_example([x], {k: f}, name="p")))
    for k, f in (
        ("b", F([], tf.int64)),
        ("a", F([], tf.int64)),
        ("a", F([2], tf.float32)),
        ("a", tf.VarLenFeature(tf.string)),
    )
]
sizes + one + many

# %% parse_example: the names of examples are in the messages
x = tf.train.Example().SerializeToString()
(
    ex(
        lambda: s.run(
            tf.parse_example(
                [x], {"b": tf.FixedLenFeature([], tf.int64)}, example_names=["first"], name="p"
            )
        )
    ),
    ex(
        lambda: s.run(
            tf.parse_single_example(
                x, {"b": tf.FixedLenFeature([], tf.int64)}, example_names="first", name="p"
            )
        )
    ),
)

# %% parse_example: bytes that are no example
(
    ex(
        lambda: s.run(
            tf.parse_single_example("no example", {"b": tf.FixedLenFeature([], tf.int64)}, name="p")
        )
    ),
    ex(
        lambda: s.run(tf.parse_example(["no example"], {"b": tf.VarLenFeature(tf.int64)}, name="p"))
    ),
)

# %% parse_example: shapes of what is parsed
F = {"a": tf.FixedLenFeature([], tf.int64, 0)}
x = tf.train.Example().SerializeToString()
(
    ex(lambda: tf.parse_single_example([x], F)),
    ex(lambda: tf.parse_example(x, F)["a"].shape),
    ex(lambda: tf.parse_example([[x]], F)),
    tf.parse_example(P(tf.string), F)["a"].shape,
    tf.parse_example(P(tf.string, [None]), F)["a"].shape,
    tf.parse_single_example(P(tf.string), F)["a"].shape,
    ex(lambda: s.run(tf.parse_single_example(P(tf.string, name="q"), F), {"q:0": [x]})),
)

# %% parse_example: features that cannot be
x = tf.train.Example().SerializeToString()
[
    ex(lambda: tf.parse_single_example(x, f))
    for f in (
        None,
        {},
        {"a": tf.int64},
        {"a": tf.FixedLenFeature([], tf.int32)},
        {"a": tf.FixedLenFeature(None, tf.int64)},
        {"a": tf.FixedLenFeature([None], tf.int64)},
        {"a": tf.FixedLenFeature([2], tf.int64, 1)},
        {"a": tf.FixedLenFeature([], tf.int64, "x")},
        {"a": tf.FixedLenFeature([2, None], tf.int64)},
        {"a": tf.VarLenFeature(None)},
        {"a": tf.FixedLenSequenceFeature([], tf.int64)},
        [1],
    )
]

# %% parse_example: sequences of fixed length, padded
x = [
    tf.train.Example(
        features=tf.train.Features(
            feature={"a": tf.train.Feature(int64_list=tf.train.Int64List(value=v))}
        )
    ).SerializeToString()
    for v in ([1, 2, 3, 4], [5, 6, 7])
]
p = tf.parse_example(
    x[:1],
    {
        "a": tf.FixedLenSequenceFeature([2], tf.int64, True, -1),
        "b": tf.FixedLenSequenceFeature([], tf.string, allow_missing=True),
    },
    name="p",
)
odd = tf.parse_single_example(
    x[1], {"a": tf.FixedLenSequenceFeature([2], tf.int64, True)}, name="odd"
)
one = tf.parse_single_example(x[0], {"a": tf.FixedLenSequenceFeature([], tf.int64, True)})
(
    s.run(p),
    p["a"].shape,
    s.run(one),
    one["a"].shape,
    ex(
        lambda: s.run(
            tf.parse_example(
                x[:1], {"a": tf.FixedLenSequenceFeature([3], tf.int64, True)}, name="p"
            )
        )
    ),
    ex(lambda: s.run(odd)),
)

# %% parse_example: a default of the whole shape, and an empty list as a missing feature
x = [
    tf.train.Example(features=tf.train.Features(feature=f)).SerializeToString()
    for f in (
        {},
        {"a": tf.train.Feature()},
        {"a": tf.train.Feature(int64_list=tf.train.Int64List())},
    )
]
(
    s.run(tf.parse_example(x[:1], {"a": tf.FixedLenFeature([2], tf.int64, [7, 8])})),
    ex(
        lambda: s.run(
            tf.parse_example(x[2:], {"a": tf.FixedLenFeature([2], tf.int64, [7, 8])}, name="p")
        )
    ),
    s.run(tf.parse_example(x[2:], {"a": tf.VarLenFeature(tf.int64)})),
    [s.run(tf.parse_single_example(y, {"a": tf.VarLenFeature(tf.int64)})) for y in x],
    ex(lambda: s.run(tf.parse_example(x[1:2], {"a": tf.FixedLenFeature([], tf.int64)}, name="p"))),
)

# %% features as tuples
(
    tf.FixedLenFeature([], tf.int64),
    tf.VarLenFeature(tf.string),
    tf.FixedLenSequenceFeature([], tf.int64),
    tf.FixedLenFeature([], tf.int64) == tf.io.FixedLenFeature([], tf.int64, None),
)

# %% sparse as dense: what VarLenFeature users wrote
v = tf.SparseTensor([[0, 1], [2, 0]], [5, 6], [3, 2])
d = tf.sparse_tensor_to_dense(v, name="d")
(
    s.run(d),
    d.name,
    d.shape,
    s.run(tf.sparse.to_dense(v, default_value=-1)),
    s.run(tf.sparse_to_dense([1, 3], [5], 1)),
    ex(
        lambda: s.run(
            tf.sparse_tensor_to_dense(tf.SparseTensor([[2, 0], [0, 1]], [5, 6], [3, 2]), name="d")
        )
    ),
    s.run(
        tf.sparse_tensor_to_dense(
            tf.SparseTensor([[2, 0], [0, 1]], [5, 6], [3, 2]), validate_indices=False
        )
    ),
    ex(lambda: s.run(tf.sparse_tensor_to_dense(tf.SparseTensor([[3, 0]], [5], [3, 2]), name="d"))),
    ex(lambda: tf.sparse_tensor_to_dense(tf.constant(1))),
)
