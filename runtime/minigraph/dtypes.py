"""The element types of tensors: `DType`, one object a type, and `as_dtype`.

Enum values and names are those of TensorFlow's DataType. A type and its reference variant (what
a reference variable holds, enum + 100) are two objects; `base_dtype` and `_as_ref` link them.
"""

import builtins
import sys
from typing import Any, Final

import numpy as np

_REF_OFFSET = 100


class DType:
    """The element type of a tensor (`tf.DType`); `DType(enum)` returns the one object of its type.

    Attributes: `name`, `as_datatype_enum`, `size` (bytes an element, 0 where it varies),
    `is_floating`, `is_integer` (not quantized), `is_unsigned`, `is_complex`, `is_bool`,
    `is_quantized`, `is_numeric`, `is_numpy_compatible`, `base_dtype` (without reference) and
    `real_dtype` (of the parts of a complex number).
    """

    __slots__ = (
        "_as_ref",
        "_is_ref_dtype",
        "_numpy",
        "_type_enum",
        "as_datatype_enum",
        "base_dtype",
        "is_bool",
        "is_complex",
        "is_floating",
        "is_integer",
        "is_numeric",
        "is_numpy_compatible",
        "is_quantized",
        "is_unsigned",
        "name",
        "real_dtype",
        "size",
    )

    _as_ref: "DType"
    _is_ref_dtype: builtins.bool
    _numpy: Any
    _type_enum: int
    as_datatype_enum: int
    base_dtype: "DType"
    is_bool: builtins.bool
    is_complex: builtins.bool
    is_floating: builtins.bool
    is_integer: builtins.bool
    is_numeric: builtins.bool
    is_numpy_compatible: builtins.bool
    is_quantized: builtins.bool
    is_unsigned: builtins.bool
    name: str
    real_dtype: "DType"
    size: int

    def __new__(cls, type_enum: int) -> "DType":
        """The one object of a type; TypeError for a number that is none."""
        dtype = _ENUM_TO_DTYPE.get(int(type_enum))
        if dtype is None:
            raise TypeError(f"{type_enum} does not correspond to a valid tensorflow::DataType")
        return dtype

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"property {name!r} of 'DType' object has no setter")

    @property
    def as_numpy_dtype(self) -> Any:
        """The NumPy type; `object` for strings (arrays of bytes).

        bfloat16, float8 and integers below a byte are types of the package ml_dtypes, as in
        TensorFlow. Raises KeyError for resource and variant, NotImplementedError without ml_dtypes.
        """
        if self._numpy is None:
            if not self.is_numpy_compatible:
                raise KeyError(self._type_enum)
            _add_ml_dtypes()
        if self._numpy is None:
            raise NotImplementedError(
                f"minigraph holds values in NumPy arrays, and NumPy has no {self.base_dtype.name} "
                "without the package ml_dtypes, which TensorFlow brings: pip install ml_dtypes"
            )
        return self._numpy

    def _limit(self, end: str) -> Any:
        base = self.base_dtype
        if self.is_quantized or base in (bool, string, complex64, complex128):
            kind = "quantized type" if self.is_quantized else "type"
            raise TypeError(f"Cannot find {end}imum value of {self} with {kind} {base}.")
        if not self.is_numpy_compatible:
            raise TypeError(f"Cannot find {end}imum value of {self}.")
        number, module = self.as_numpy_dtype, np
        if number.__module__ == "ml_dtypes":
            module = sys.modules["ml_dtypes"]
        info = module.finfo if self.is_floating else module.iinfo
        return getattr(info(number), end)

    @property
    def min(self) -> Any:
        """The smallest finite value; TypeError where there is none."""
        return self._limit("min")

    @property
    def max(self) -> Any:
        """The largest finite value; TypeError where there is none."""
        return self._limit("max")

    @property
    def limits(self) -> tuple[Any, Any]:
        """The range of intensities in an image of this type, from 0; ValueError if undefined."""
        if self.base_dtype is bool:
            return 0, True
        if self._numpy is np.float32 or self._numpy is np.float64:
            return 0, 1
        if self.is_integer and self.as_numpy_dtype:
            return 0, np.iinfo(self._numpy).max
        if not self.is_numpy_compatible:
            raise KeyError(self._type_enum)
        raise ValueError(f"{self} does not have defined limits.")

    def is_compatible_with(self, other: Any) -> builtins.bool:
        """Whether a value of type `other` may stand for one of this type.

        A type takes itself and its reference variant, a reference only itself. TypeError if
        `other` is no type.
        """
        dtype = as_dtype(other)
        return self in (dtype, dtype.base_dtype)

    def is_subtype_of(self, other: Any) -> builtins.bool:
        """Whether `other` is this type."""
        return builtins.bool(self == other)

    def most_specific_common_supertype(self, types: Any) -> "DType | None":
        """This type if all `types` equal it, else None."""
        return self if all(self == other for other in types) else None

    def __eq__(self, other: object) -> builtins.bool:
        if self is other:
            return True
        if other is None or type(other) is DType:
            return False
        try:
            dtype = as_dtype(other)
        except TypeError:
            return False
        return self is dtype

    def __ne__(self, other: object) -> builtins.bool:
        return not self == other

    def __hash__(self) -> int:
        return self._type_enum

    def __int__(self) -> int:
        return self._type_enum

    def __reduce__(self) -> tuple[Any, ...]:
        return as_dtype, (self.name,)

    def __str__(self) -> str:
        return f"<dtype: {self.name!r}>"

    def __repr__(self) -> str:
        return f"tf.{self.name}"


_ENUM_TO_DTYPE: Final[dict[int, DType]] = {}


def _new_dtype(enum: int, name: str, size: int, kind: str, numpy: Any, compatible: Any) -> DType:
    dtype = object.__new__(DType)
    values = {
        "_type_enum": enum,
        "as_datatype_enum": enum,
        "name": name,
        "size": size,
        "_numpy": numpy,
        "_is_ref_dtype": enum > _REF_OFFSET,
        "is_bool": kind == "b",
        "is_complex": kind == "c",
        "is_floating": kind in "fF",
        "is_integer": kind in "iuIU",
        "is_unsigned": kind in "uU",
        "is_quantized": kind == "q",
        "is_numeric": kind in "fiucq",
        "is_numpy_compatible": compatible,
        "real_dtype": dtype,
    }
    for attribute, value in values.items():
        object.__setattr__(dtype, attribute, value)
    _ENUM_TO_DTYPE[enum] = dtype
    return dtype


def _define(enum: int, name: str, size: int, kind: str, numpy: Any = None) -> DType:
    """Make a type and its reference variant.

    `kind` is b(ool), c(omplex), f(loat), i(nteger), u(nsigned), q(uantized), s(tring) or h(andle);
    capital letters are kinds that TensorFlow does not count among the numeric ones.
    """
    base = _new_dtype(enum, name, size, kind, numpy, kind != "h")
    ref = _new_dtype(enum + _REF_OFFSET, name + "_ref", size, kind, numpy, kind != "h")
    for dtype in (base, ref):
        object.__setattr__(dtype, "base_dtype", base)
        object.__setattr__(dtype, "_as_ref", ref)
    return base


float32 = _define(1, "float32", 4, "f", np.float32)
float64 = double = _define(2, "float64", 8, "f", np.float64)
int32 = _define(3, "int32", 4, "i", np.int32)
uint8 = _define(4, "uint8", 1, "u", np.uint8)
int16 = _define(5, "int16", 2, "i", np.int16)
int8 = _define(6, "int8", 1, "i", np.int8)
string = _define(7, "string", 0, "s", object)
complex64 = _define(8, "complex64", 8, "c", np.complex64)
int64 = _define(9, "int64", 8, "i", np.int64)
bool = _define(10, "bool", 1, "b", np.bool_)
qint8 = _define(11, "qint8", 1, "q", np.dtype([("qint8", np.int8)]))
quint8 = _define(12, "quint8", 1, "q", np.dtype([("quint8", np.uint8)]))
qint32 = _define(13, "qint32", 4, "q", np.dtype([("qint32", np.int32)]))
bfloat16 = _define(14, "bfloat16", 2, "f")
qint16 = _define(15, "qint16", 2, "q", np.dtype([("qint16", np.int16)]))
quint16 = _define(16, "quint16", 2, "q", np.dtype([("quint16", np.uint16)]))
uint16 = _define(17, "uint16", 2, "u", np.uint16)
complex128 = _define(18, "complex128", 16, "c", np.complex128)
float16 = half = _define(19, "float16", 2, "f", np.float16)
resource = _define(20, "resource", 0, "h")
variant = _define(21, "variant", 0, "h")
uint32 = _define(22, "uint32", 4, "u", np.uint32)
uint64 = _define(23, "uint64", 8, "u", np.uint64)
float8_e5m2 = _define(24, "float8_e5m2", 1, "F")
float8_e4m3fn = _define(25, "float8_e4m3fn", 1, "F")
float8_e4m3fnuz = _define(26, "float8_e4m3fnuz", 1, "F")
float8_e4m3b11fnuz = _define(27, "float8_e4m3b11fnuz", 1, "F")
float8_e5m2fnuz = _define(28, "float8_e5m2fnuz", 1, "F")
int4 = _define(29, "int4", 1, "I")
uint4 = _define(30, "uint4", 1, "U")
int2 = _define(31, "int2", 1, "I")
uint2 = _define(32, "uint2", 1, "U")
float4_e2m1fn = _define(33, "float4_e2m1fn", 1, "F")

for _complex, _real in ((complex64, float32), (complex128, float64)):
    object.__setattr__(_complex, "real_dtype", _real)
    object.__setattr__(_complex._as_ref, "real_dtype", _real)

float16_ref = half_ref = float16._as_ref
float32_ref = float32._as_ref
float64_ref = double_ref = float64._as_ref
int8_ref = int8._as_ref
int16_ref = int16._as_ref
int32_ref = int32._as_ref
int64_ref = int64._as_ref
uint8_ref = uint8._as_ref
uint16_ref = uint16._as_ref
uint32_ref = uint32._as_ref
uint64_ref = uint64._as_ref
bool_ref = bool._as_ref
string_ref = string._as_ref
complex64_ref = complex64._as_ref
complex128_ref = complex128._as_ref
resource_ref = resource._as_ref
variant_ref = variant._as_ref
bfloat16_ref = bfloat16._as_ref
qint8_ref = qint8._as_ref
quint8_ref = quint8._as_ref
qint16_ref = qint16._as_ref
quint16_ref = quint16._as_ref
qint32_ref = qint32._as_ref

QUANTIZED_DTYPES = frozenset(d for d in _ENUM_TO_DTYPE.values() if d.is_quantized)

# What NumPy calls a type. The C names alias the sized ones on each platform in another way.
_NUMPY_TO_DTYPE: dict[Any, DType] = {
    d._numpy: d
    for d in _ENUM_TO_DTYPE.values()
    if d._numpy is not None and d is not string and not d._is_ref_dtype
}
for _alias in (np.intc, np.uintc, np.int_, np.uint, np.longlong, np.ulonglong):
    _NUMPY_TO_DTYPE[_alias] = _NUMPY_TO_DTYPE[np.dtype(np.dtype(_alias).str).type]
for _text in (np.object_, np.bytes_, np.str_, np.dtypes.StringDType()):
    _NUMPY_TO_DTYPE[_text] = string

_TO_DTYPE: dict[Any, DType] = {
    **_ENUM_TO_DTYPE,
    **{d.name: d for d in _ENUM_TO_DTYPE.values()},
    "half": float16,
    "half_ref": float16_ref,
    "float": float32,
    "float_ref": float32_ref,
    "double": float64,
    "double_ref": float64_ref,
    **_NUMPY_TO_DTYPE,
    builtins.float: float32,
    builtins.bool: bool,
    builtins.object: string,
}


def as_dtype(type_value: Any) -> DType:
    """The `DType` for a DType, NumPy type, name, enum value, Python type or array.

    Raises TypeError for anything else, among it `int` and `str`, which name no single type.
    """
    if type(type_value) is DType:
        return type_value
    if isinstance(type_value, np.dtype):
        dtype = _NUMPY_TO_DTYPE.get(type_value.type)
        if dtype is not None:
            return dtype
    try:
        return _TO_DTYPE[type_value]
    except (KeyError, TypeError):
        pass
    if hasattr(type_value, "dtype"):
        try:
            return _NUMPY_TO_DTYPE[np.dtype(type_value.dtype).type]
        except (KeyError, TypeError):
            pass
    if bfloat16._numpy is None and "ml_dtypes" in sys.modules:
        _add_ml_dtypes()
        return as_dtype(type_value)
    raise TypeError(
        f"Cannot convert the argument `type_value`: {type_value!r} to a TensorFlow DType."
    )


def _add_ml_dtypes() -> None:
    """Gives the types that NumPy lacks those of the package ml_dtypes, where it is installed."""
    try:
        import ml_dtypes
    except ImportError:
        return
    for dtype in list(_ENUM_TO_DTYPE.values()):
        number = getattr(ml_dtypes, dtype.base_dtype.name, None)
        if number is not None:
            object.__setattr__(dtype, "_numpy", number)
            _NUMPY_TO_DTYPE[number] = _TO_DTYPE[number] = dtype.base_dtype


# What a declaration may call a fixed type.
TYPES_BY_NAME: dict[str, DType] = {d.name: d for d in _ENUM_TO_DTYPE.values()}


def c_name(dtype: DType) -> str:
    """The name that run-time messages use: float for float32, double, half, ..._ref."""
    base = {"float32": "float", "float64": "double", "float16": "half"}
    name = base.get(dtype.base_dtype.name, dtype.base_dtype.name)
    return f"{name}_ref" if dtype._is_ref_dtype else name
