"""The lists of dtypes that ops allow, in TensorFlow's order, which its error texts print."""

from __future__ import annotations

from minigraph.dtypes import TYPES_BY_NAME, DType


def types(names: str) -> tuple[DType, ...]:
    """The dtypes of a text such as "float32 int32"."""
    return tuple(TYPES_BY_NAME[name] for name in names.split())


FLOATS = types("bfloat16 float16 float32 float64")
HALF_FIRST_FLOATS = types("float16 bfloat16 float32 float64")
FLOATS_AND_COMPLEX = FLOATS + types("complex64 complex128")
SIGNED = FLOATS + types("int8 int16 int32 int64")
SIGNED_AND_COMPLEX = SIGNED + types("complex64 complex128")
ARITHMETIC = FLOATS + types(
    "uint8 int8 uint16 int16 int32 uint32 uint64 int64 complex64 complex128"
)
INTEGERS = types("int8 int16 int32 int64 uint8 uint16 uint32 uint64")
REAL = types("float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64")
QUANTIZED_LAST = REAL + types("qint8 quint8 qint32 qint16 quint16")
NUMBERS = types(
    "float32 float64 int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 qint16 "
    "quint16 uint16 complex128 float16 uint32 uint64"
)
INDEX = types("int32 int64")
