"""TensorProto in and out: TensorFlow's bytes and messages, and nothing worse from hostile bytes."""

import re
import tracemalloc
import warnings

import hypothesis
import numpy as np
import pytest
from google.protobuf import text_format
from hypothesis import strategies as st

from minigraph.convert import constant
from minigraph.graph import Graph
from minigraph.protos import TensorProto
from minigraph.tensor_proto import MakeNdarray, make_tensor_proto

NUMERIC = [
    "float16", "float32", "float64", "int8", "int16", "int32", "int64",
    "uint8", "uint16", "uint32", "uint64", "complex64", "complex128",
]  # fmt: skip
QUANTIZED = ["qint8", "qint16", "qint32", "quint8", "quint16"]

# Positional and keyword arguments; dtypes by name, so that both libraries take them.
ACCEPTED = [
    *[((np.array(value, name),), {}) for name in NUMERIC for value in (3, [3], [[1, 2], [3, 4]])],
    *[((value,), {"dtype": name}) for name in NUMERIC for value in (3, [3], [[1, 2], [3, 4]], [])],
    *[((value,), {"dtype": name}) for name in QUANTIZED for value in ((3,), [(3,)], [(1,), (2,)])],
    *[((np.array([1, 2], np.int8),), {"dtype": name}) for name in QUANTIZED],
    *[((value,), {}) for value in (True, [True, False], np.array([True]), np.array([[True] * 3]))],
    ((1.5,), {}),
    ((float("nan"),), {}),
    (([1, 2.5],), {}),
    (([True, 1],), {}),
    ((True,), {"dtype": "int32"}),
    ((2**31 - 1,), {}),
    ((2**31,), {}),
    (([2**31, 1],), {}),
    ((1 + 2j,), {}),
    (([1 + 2j, 3],), {"dtype": "complex64"}),
    ((np.array([1 + 2j]),), {"dtype": "float32"}),
    ((300,), {"dtype": "uint8"}),
    ((-1,), {"dtype": "uint8"}),
    (([1e40],), {"dtype": "float32"}),
    ((1e40,), {}),
    ((np.float64(1.5),), {}),
    ((np.int64(1),), {}),
    (([np.int64(1)],), {}),
    (([np.float32(1), np.float64(2)],), {}),
    ((np.array([1.5, 2.5]),), {"dtype": "int32"}),
    ((np.array([1, 0]),), {"dtype": "bool"}),
    ((np.array([(1,), (2,)], [("qint8", np.int8)]),), {}),
    ((np.array([[1, 2], [3, 4]]).T,), {}),
    ((np.ma.array([1, 2]),), {}),
    ((np.array(["1", "2"]),), {"dtype": "float32"}),
    ((bytearray(b"ab"),), {}),
    ((memoryview(b"ab"),), {}),
    # Text.
    (("session \u4f1a\u8bdd",), {}),
    ((b"\xff\x00",), {}),
    ((["a\0", b"b"],), {}),
    (((("a",), ("b",)),), {}),
    ((np.array(["a\0", "b"]),), {}),
    ((np.array([b"a", b"b"]),), {}),
    ((np.array(["a", b"b", bytearray(b"c")], object),), {}),
    ((np.str_("a"),), {}),
    ((np.bytes_(b"a"),), {}),
    (([],), {"dtype": "string"}),
    ((["a", ["b"]],), {"dtype": "string"}),
    ((["a"],), {"dtype": "string", "shape": [0]}),
    ((["a"],), {"shape": [3]}),
    # Shapes.
    (([],), {}),
    (([[], []],), {}),
    (([],), {"shape": [0, 2]}),
    (([1.5],), {"shape": [0]}),
    ((["x"],), {"shape": [0], "dtype": "int32"}),
    ((1,), {"shape": [2, 2]}),
    ((1,), {"shape": ()}),
    (([1],), {"shape": ()}),
    ((1,), {"shape": [2**40]}),
    (([1, 2],), {"shape": [2, 2]}),
    ((np.array([1.5, 2.5]),), {"shape": [2, 2]}),
    (([[1, 2]],), {"shape": [2]}),
    (([1, 2],), {"shape": (2, 1)}),
    ((1,), {"shape": [2], "allow_broadcast": True}),
    (([1],), {"shape": [2], "allow_broadcast": True}),
    (([1, 2],), {"shape": [1, 2], "allow_broadcast": True}),
    (([1, 2], 2, [2], True), {}),
    (([1, 2],), {"dtype": float}),
    (([1, 2],), {"dtype": np.float16}),
    (([1, 2],), {"dtype": 101}),
]

REFUSED = [
    ((2**70,), {"dtype": "int64"}),
    ((2**70,), {}),
    ((None,), {}),
    (([1, None],), {}),
    (([None],), {"dtype": "float32"}),
    (([1, "a"],), {}),
    ((object,), {}),
    (({1: 2},), {}),
    (({"a": 1},), {"dtype": "int32"}),
    (([1.5],), {"dtype": "int32"}),
    (("a",), {"dtype": "int32"}),
    ((1,), {"dtype": "string"}),
    (([bytearray(b"a")],), {"dtype": "string"}),
    (([bytearray(b"a")],), {}),
    ((1,), {"dtype": "bool"}),
    (([True, 1],), {"dtype": "bool"}),
    (([np.bool_(True)],), {"dtype": "bool"}),
    ((1j,), {"dtype": "float32"}),
    ((1,), {"dtype": "qint8"}),
    (([1],), {"dtype": "qint8"}),
    ((1,), {"dtype": "resource"}),
    (([1, 2],), {"dtype": "variant"}),
    (([1, 2],), {"dtype": "nope"}),
    (([[1, 2], [3]],), {}),
    (([[1, 2], [3]],), {"dtype": "int32"}),
    ((["a", ["b"]],), {}),
    ((range(3),), {}),
    (([np.array([1, 2]), np.array([3, 4])],), {}),
    ((np.array([1, "a"], object),), {}),
    ((np.array([1, 2]),), {"dtype": "string"}),
    ((np.array(["a"]),), {"dtype": "float32"}),
    ((np.datetime64("2020-01-01"),), {}),
    ((np.array(1, np.longdouble),), {}),
    ((np.void(b"ab"),), {}),
    (([1, 2, 3],), {"shape": [2]}),
    (([1, 2],), {"shape": [-1]}),
    (([1, 2],), {"shape": [None]}),
    (([1, 2],), {"shape": 2}),
    (([1, 2],), {"shape": [2, 1], "verify_shape": True}),
    (([1, 2],), {"shape": [3], "allow_broadcast": True}),
    (([1, 2],), {"verify_shape": True, "allow_broadcast": True}),
]


def short(value):
    # An address in a name would differ from one worker process to the next.
    return re.sub(" at 0x[0-9a-f]+", "", " ".join(str(value).split()))[:60]


# Text format of protos, with what both libraries make of them.
READ_ALIKE = [
    "dtype: DT_FLOAT tensor_shape {dim {size: 3}} float_val: 1 float_val: 2",
    "dtype: DT_FLOAT tensor_shape {dim {size: 2}}",
    "dtype: DT_FLOAT tensor_shape {dim {size: 2} dim {size: 0}}",
    "dtype: DT_FLOAT tensor_shape {}",
    "dtype: DT_FLOAT_REF tensor_shape {} tensor_content: 'abcd'",
    "dtype: DT_STRING tensor_shape {dim {size: 2}} string_val: 'a'",
    "dtype: DT_STRING tensor_shape {} string_val: 'a\\000'",
    "dtype: DT_HALF tensor_shape {dim {size: 2}} half_val: 15360",
    "dtype: DT_COMPLEX64 tensor_shape {dim {size: 2}} scomplex_val: 1 scomplex_val: 2",
    "dtype: DT_BOOL tensor_shape {dim {size: 2}} bool_val: true",
    "dtype: DT_QINT8 tensor_shape {dim {size: 2}} int_val: -3",
    "dtype: DT_INT32 tensor_shape {} int64_val: 5",
    "dtype: DT_UINT64 tensor_shape {} uint64_val: 18446744073709551615",
]

# Text format of protos that do not hold together, and a part of the error.
BROKEN = [
    ("dtype: DT_FLOAT tensor_shape {unknown_rank: true} float_val: 1", "fully known shape"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: -1}} float_val: 1", "fully known shape"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: -5}} float_val: 1", "fully known shape"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: 1}} tensor_content: 'abc'", "multiple of element"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: 3}} tensor_content: 'abcd'", "cannot reshape"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: 0}} tensor_content: 'abcd'", "cannot reshape"),
    ("dtype: DT_STRING tensor_shape {} tensor_content: 'abcd'", "OBJECT array"),
    ("dtype: DT_FLOAT tensor_shape {} float_val: 1 float_val: 2", "holds 2 values"),
    ("dtype: DT_STRING tensor_shape {} string_val: 'a' string_val: 'b'", "holds 2 values"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: 0}} float_val: 1", "holds 1 values"),
    ("dtype: DT_COMPLEX64 tensor_shape {} scomplex_val: 1", "half a value of type complex64"),
    ("dtype: DT_UINT8 tensor_shape {} int_val: 300", "300 out of bounds for uint8"),
    ("dtype: DT_INT8 tensor_shape {} int_val: -129", "-129 out of bounds for int8"),
    ("dtype: DT_HALF tensor_shape {} half_val: 70000", "70000 out of bounds"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: 1000000000000}} float_val: 1", "takes more than"),
    ("dtype: DT_FLOAT tensor_shape {dim {size: 1000000000000}}", "takes more than"),
    ("dtype: DT_STRING tensor_shape {dim {size: 1000000000000}}", "takes more than"),
    (
        "dtype: DT_INT8 tensor_shape {dim {size: 4611686018427387904} dim {size: 4}} int_val: 1",
        "takes more than",
    ),
    (
        "dtype: DT_INT8 tensor_shape {dim {size: 4611686018427387904}} tensor_content: 'a'",
        "cannot reshape",
    ),
    ("dtype: DT_FLOAT tensor_shape {" + "dim {size: 2}" * 100_000 + "}", "found 100000"),
]


def outcome(function, args, kwargs):
    """What a call gives: the bytes of its proto, or the type and text of its error."""
    try:
        return function(*args, **kwargs).SerializeToString(deterministic=True)
    except Exception as error:
        return type(error).__name__, str(error)


def tensorflows_outcome(tensorflow, args, kwargs):
    with warnings.catch_warnings(action="ignore"):
        return outcome(tensorflow.make_tensor_proto, args, kwargs)


@pytest.fixture(scope="module")
def tensorflow():
    return pytest.importorskip("tensorflow")


@pytest.mark.tensorflow
@pytest.mark.parametrize(("args", "kwargs"), ACCEPTED, ids=short)
def test_a_value_becomes_the_bytes_that_tensorflow_writes(tensorflow, args, kwargs):
    theirs = tensorflows_outcome(tensorflow, args, kwargs)
    assert isinstance(theirs, bytes)
    assert outcome(make_tensor_proto, args, kwargs) == theirs


@pytest.mark.tensorflow
@pytest.mark.parametrize(("args", "kwargs"), REFUSED, ids=short)
def test_a_value_is_refused_in_tensorflows_words(tensorflow, args, kwargs):
    theirs = tensorflows_outcome(tensorflow, args, kwargs)
    assert isinstance(theirs, tuple)
    assert outcome(make_tensor_proto, args, kwargs) == theirs


def assert_read_alike(tensorflow, data: bytes) -> None:
    ours = MakeNdarray(TensorProto.FromString(data))
    their_proto = type(tensorflow.make_tensor_proto(0)).FromString(data)
    theirs = tensorflow.make_ndarray(their_proto)
    assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
    assert repr(ours) == repr(theirs)
    assert ours.flags.writeable
    np.testing.assert_array_equal(MakeNdarray(their_proto), ours)


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    ("args", "kwargs"),
    [call for call in ACCEPTED if call[1].get("shape") not in ([0], [2**40])],
    ids=short,
)
def test_what_tensorflow_writes_is_read_as_tensorflow_reads_it(tensorflow, args, kwargs):
    assert_read_alike(tensorflow, tensorflows_outcome(tensorflow, args, kwargs))


@pytest.mark.tensorflow
@pytest.mark.parametrize("text", READ_ALIKE)
def test_values_that_are_left_out_are_filled_as_tensorflow_fills_them(tensorflow, text):
    assert_read_alike(tensorflow, text_format.Parse(text, TensorProto()).SerializeToString())


@pytest.mark.parametrize(("text", "message"), BROKEN, ids=short)
def test_a_broken_proto_is_a_value_error_before_memory_is_taken(text, message):
    proto = text_format.Parse(text, TensorProto())
    tracemalloc.start()
    with pytest.raises(ValueError, match=message):
        MakeNdarray(proto)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 100_000


@hypothesis.settings(max_examples=300)
@hypothesis.given(
    dtype=st.integers(0, 33) | st.integers(101, 133),
    dims=st.lists(st.sampled_from([-(2**63), -1, 0, 1, 2, 3, 1000, 2**31, 2**63 - 1]), max_size=4),
    unknown_rank=st.booleans(),
    content=st.binary(max_size=16),
    count=st.integers(0, 7),
)
def test_any_proto_is_an_array_of_its_shape_or_an_error(dtype, dims, unknown_rank, content, count):
    proto = TensorProto(dtype=dtype, tensor_content=content, float8_val=b"x" * count)
    proto.tensor_shape.unknown_rank = unknown_rank
    for size in dims:
        proto.tensor_shape.dim.add(size=size)
    for field in proto.DESCRIPTOR.fields:
        if field.name.endswith("_val") and field.is_repeated and not field.message_type:
            value = b"v" if field.name == "string_val" else 1
            getattr(proto, field.name).extend([value] * count)
    try:
        array = MakeNdarray(proto, max_bytes=10_000)
    except (ValueError, TypeError, NotImplementedError):
        return
    assert array.shape == tuple(dims)
    assert array.nbytes <= 10_000


@pytest.mark.parametrize("name", ["DT_RESOURCE", "DT_VARIANT", "DT_FLOAT_REF"])
def test_a_type_without_values_is_refused(name):
    proto = text_format.Parse(f"dtype: {name} tensor_shape {{}}", TensorProto())
    with pytest.raises(TypeError, match=f"Unsupported tensor type: {proto.dtype}. See https"):
        MakeNdarray(proto)


def test_an_unknown_type_is_refused():
    with pytest.raises(TypeError, match="999 to a TensorFlow DType"):
        MakeNdarray(TensorProto(dtype=999))


def test_missing_strings_are_empty_bytes():
    proto = text_format.Parse("dtype: DT_STRING tensor_shape {dim {size: 2}}", TensorProto())
    assert MakeNdarray(proto).tolist() == [b"", b""]


def test_a_reader_may_set_its_own_limit():
    proto = make_tensor_proto(0.0, shape=[1000])
    assert MakeNdarray(proto, max_bytes=4000).nbytes == 4000
    with pytest.raises(ValueError, match="takes more than the 3999 bytes"):
        MakeNdarray(proto, max_bytes=3999)


def test_a_proto_is_returned_as_it_is():
    proto = make_tensor_proto([1, 2])
    assert make_tensor_proto(proto, dtype="string", shape=[7]) is proto


def test_a_byte_order_that_is_not_the_machines_is_converted():
    array = np.array([1, 2], ">f4")
    assert make_tensor_proto(array).tensor_content == array.astype("<f4").tobytes()


def test_content_of_two_gigabytes_is_refused():
    huge = np.broadcast_to(np.float64(0), (2**28,))
    with pytest.raises(ValueError, match="whose content is larger than 2GB"):
        make_tensor_proto(huge)


@pytest.mark.parametrize("wrap", [lambda tensor: tensor, lambda tensor: [tensor]])
def test_a_tensor_of_a_graph_is_no_value(wrap):
    with Graph().as_default():
        tensor = constant(1.0)
    with pytest.raises(TypeError, match="Expected any non-tensor type, but got a tensor instead"):
        make_tensor_proto(wrap(tensor))
    with pytest.raises(TypeError, match=r"Expected float32, but got Tensor\(.*\) of type"):
        make_tensor_proto(wrap(tensor), dtype="float32")
