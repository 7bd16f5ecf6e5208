import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

from minigraph import dtypes
from minigraph.dtypes import DType, as_dtype

ENUMS = [*range(1, 34), *range(101, 134)]
NUMPY_TYPES = [
    np.float16, np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8,
    np.uint16, np.uint32, np.uint64, np.bool_, np.complex64, np.complex128,
]  # fmt: skip


@pytest.mark.parametrize("enum", ENUMS)
def test_a_type_is_one_object_found_by_enum_name_and_itself(enum):
    dtype = DType(enum)
    assert dtype.as_datatype_enum == int(dtype) == hash(dtype) == enum
    assert as_dtype(enum) is as_dtype(dtype.name) is as_dtype(dtype) is dtype
    assert copy.deepcopy(dtype) is pickle.loads(pickle.dumps(dtype)) is dtype


@pytest.mark.parametrize("numpy_type", NUMPY_TYPES)
def test_numpy_types_go_both_ways(numpy_type):
    dtype = as_dtype(numpy_type)
    assert dtype.as_numpy_dtype is numpy_type
    assert dtype.size == np.dtype(numpy_type).itemsize
    for form in (np.dtype(numpy_type), numpy_type(0), np.zeros(2, numpy_type)):
        assert as_dtype(form) is dtype
    assert as_dtype(np.dtype(numpy_type).newbyteorder()) is dtype


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (float, "float32"),
        (bool, "bool"),
        (object, "string"),
        ("float", "float32"),
        ("double", "float64"),
        ("half", "float16"),
        ("double_ref", "float64_ref"),
        (np.str_, "string"),
        (np.bytes_, "string"),
        (np.dtype("S3"), "string"),
        (np.dtype("U3"), "string"),
        (np.dtype("O"), "string"),
        (np.array(["a"]), "string"),
        (np.intc, "int32"),
        (np.longlong, "int64"),
        (np.dtype([("qint8", np.int8)]), "qint8"),
    ],
)
def test_as_dtype_knows_other_spellings(value, name):
    assert as_dtype(value).name == name


@pytest.mark.parametrize("value", [int, str, bytes, complex, None, "foo", "f4", [1], 0, 200])
def test_as_dtype_rejects_what_names_no_single_type(value):
    with pytest.raises(TypeError) as info:
        as_dtype(value)
    assert str(info.value) == (
        f"Cannot convert the argument `type_value`: {value!r} to a TensorFlow DType."
    )


def test_dtype_takes_only_known_enum_values():
    with pytest.raises(TypeError, match=r"200 does not correspond to a valid tensorflow::DataType"):
        DType(200)


def test_text_forms():
    assert repr(dtypes.float32) == "tf.float32"
    assert str(dtypes.float32) == "<dtype: 'float32'>"
    assert repr(dtypes.float32_ref) == "tf.float32_ref"
    names = [dtypes.c_name(d) for d in (dtypes.float32, dtypes.float64_ref, dtypes.int32)]
    assert names == ["float", "double_ref", "int32"]


def test_equality_takes_anything_convertible():
    assert dtypes.float32 == np.float32 == dtypes.float32
    assert dtypes.float32 == "float32"
    assert dtypes.float32 == 1
    assert dtypes.float32 == np.dtype("float32")
    assert dtypes.float32 != dtypes.float64
    assert dtypes.float32 != "no such type"
    assert dtypes.float32 not in (None, [], object())
    assert dtypes.float32 != dtypes.float32_ref


def test_references_are_types_of_their_own():
    ref = dtypes.float32_ref
    assert ref.base_dtype is dtypes.float32
    assert dtypes.float32._as_ref is ref is ref._as_ref
    assert ref._is_ref_dtype
    assert not dtypes.float32._is_ref_dtype
    assert ref.as_numpy_dtype is np.float32
    assert dtypes.float32.is_compatible_with(ref)
    assert not ref.is_compatible_with(dtypes.float32)
    assert ref.is_compatible_with(ref)
    with pytest.raises(TypeError, match=r"Cannot convert the argument `type_value`: 'bogus'"):
        ref.is_compatible_with("bogus")


@pytest.mark.parametrize(
    ("flag", "names"),
    [
        ("is_floating", "float16 float32 float64 bfloat16"),
        ("is_integer", "int8 int16 int32 int64 uint8 uint16 uint32 uint64"),
        ("is_unsigned", "uint8 uint16 uint32 uint64"),
        ("is_complex", "complex64 complex128"),
        ("is_bool", "bool"),
        ("is_quantized", "qint8 quint8 qint16 quint16 qint32"),
    ],
)
def test_kinds(flag, names):
    types = [DType(enum) for enum in range(1, 24)]
    assert {d.name for d in types if getattr(d, flag)} == set(names.split())
    assert {d.base_dtype.name for d in map(DType, range(101, 124)) if getattr(d, flag)} == set(
        names.split()
    )


def test_real_dtype_is_the_type_of_the_parts():
    assert dtypes.complex64.real_dtype is dtypes.float32
    assert dtypes.complex128._as_ref.real_dtype is dtypes.float64
    assert dtypes.int32.real_dtype is dtypes.int32


def test_finite_range():
    assert dtypes.float32.max == np.finfo(np.float32).max
    assert dtypes.float32_ref.min == np.finfo(np.float32).min
    assert (dtypes.int8.min, dtypes.int8.max) == (-128, 127)
    assert (dtypes.uint64.min, dtypes.uint64.max) == (0, 2**64 - 1)


@pytest.mark.parametrize(
    ("dtype", "end"),
    [
        (dtypes.string, "with type <dtype: 'string'>."),
        (dtypes.bool_ref, "with type <dtype: 'bool'>."),
        (dtypes.complex64, "with type <dtype: 'complex64'>."),
        (dtypes.qint8, "with quantized type <dtype: 'qint8'>."),
    ],
)
def test_types_without_order_have_no_range(dtype, end):
    with pytest.raises(TypeError) as info:
        _ = dtype.min
    assert str(info.value) == f"Cannot find minimum value of {dtype} {end}"
    with pytest.raises(TypeError, match=r"Cannot find maximum value of"):
        _ = dtype.max


def test_handles_have_no_range_and_no_numpy_type():
    with pytest.raises(TypeError, match=r"^Cannot find maximum value of <dtype: 'variant'>.$"):
        _ = dtypes.variant.max
    with pytest.raises(KeyError, match=r"20"):
        _ = dtypes.resource.as_numpy_dtype


def test_limits_are_those_of_images():
    assert dtypes.uint8.limits == (0, 255)
    assert dtypes.float32.limits == (0, 1)
    assert dtypes.bool.limits == (0, True)
    assert dtypes.int16.limits == (0, 2**15 - 1)
    with pytest.raises(ValueError, match=r"<dtype: 'string'> does not have defined limits."):
        _ = dtypes.string.limits


def test_types_numpy_lacks_have_arrays_only_with_ml_dtypes():
    code = """if True:
        import sys
        sys.modules["ml_dtypes"] = None
        from minigraph import dtypes, protos, tensor_proto
        try:
            tensor_proto.MakeNdarray(protos.TensorProto(dtype=dtypes.bfloat16.as_datatype_enum))
        except NotImplementedError as error:
            print(dtypes.bfloat16.size, error)
        """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("2 minigraph holds values in NumPy arrays, and NumPy has no bfl")
    assert done.stdout.endswith("pip install ml_dtypes\n")


def test_types_cannot_be_changed():
    with pytest.raises(AttributeError, match=r"has no setter"):
        dtypes.float32.name = "float64"


def test_quantized_types_come_with_their_references():
    assert len(dtypes.QUANTIZED_DTYPES) == 10
    assert all(d.is_quantized and d._as_ref in dtypes.QUANTIZED_DTYPES for d in
               dtypes.QUANTIZED_DTYPES)  # fmt: skip


@pytest.mark.tensorflow
@pytest.mark.parametrize("enum", ENUMS)
def test_attributes_are_tensorflows(enum):
    tf = pytest.importorskip("tensorflow")
    ours, theirs = DType(enum), tf.as_dtype(enum)
    for attribute in (
        "name", "size", "is_floating", "is_integer", "is_unsigned", "is_complex", "is_bool",
        "is_quantized", "is_numeric", "is_numpy_compatible", "_is_ref_dtype",
    ):  # fmt: skip
        assert getattr(ours, attribute) == getattr(theirs, attribute), attribute
    assert (repr(ours), str(ours), hash(ours)) == (repr(theirs), str(theirs), hash(theirs))
    assert ours.base_dtype.name == theirs.base_dtype.name
    assert ours.real_dtype.name == theirs.real_dtype.name
