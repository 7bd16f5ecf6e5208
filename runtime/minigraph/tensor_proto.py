"""Tensors as data: `make_tensor_proto` and `MakeNdarray` (tf.make_tensor_proto, tf.make_ndarray).

The bytes are TensorFlow's, down to the choice of the field that holds the values. What is read may
come from anyone: a shape or values that do not fit are a ValueError before memory is taken.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from minigraph import dtypes, nest
from minigraph.dimension import Dimension
from minigraph.dtypes import DType
from minigraph.shapes import as_shape

if TYPE_CHECKING:
    from minigraph.protos import TensorProto

Array = npt.NDArray[Any]

# A message holds less than this; TensorFlow refuses more content, and so does MakeNdarray.
_MOST_BYTES = 1 << 31
_MOST_DIMENSIONS = 64

_SEE_DTYPES = "See https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes."

_QUANTIZED = (dtypes.qint8, dtypes.qint16, dtypes.qint32, dtypes.quint8, dtypes.quint16)
_NARROW = (dtypes.int4, dtypes.uint4, dtypes.int2, dtypes.uint2)
_BYTE_FLOATS = tuple(d for name, d in dtypes.TYPES_BY_NAME.items() if name.startswith("float8"))

# The repeated field of TensorProto that holds the values of a type; bytes for float8.
_FIELDS: dict[DType, str] = {
    dtypes.float16: "half_val",
    dtypes.bfloat16: "half_val",
    **dict.fromkeys(_BYTE_FLOATS, "float8_val"),
    dtypes.float32: "float_val",
    dtypes.float64: "double_val",
    **dict.fromkeys(
        (dtypes.int8, dtypes.int16, dtypes.int32, dtypes.uint8, dtypes.uint16), "int_val"
    ),
    **dict.fromkeys((*_QUANTIZED, *_NARROW), "int_val"),
    dtypes.int64: "int64_val",
    dtypes.uint32: "uint32_val",
    dtypes.uint64: "uint64_val",
    dtypes.bool: "bool_val",
    dtypes.string: "string_val",
    dtypes.complex64: "scomplex_val",
    dtypes.complex128: "dcomplex_val",
}

# Of these types TensorFlow never writes the memory of an array.
_WITHOUT_CONTENT = (dtypes.bool, dtypes.uint16, dtypes.string, dtypes.complex64, dtypes.complex128)

# What the elements of a field are, where that is not the type itself: bits, parts, integers.
_ELEMENTS: dict[DType, Any] = {
    dtypes.float16: np.uint16,
    dtypes.bfloat16: np.uint16,
    **dict.fromkeys(_BYTE_FLOATS, np.uint8),
    **dict.fromkeys(_NARROW, np.int8),
    dtypes.complex64: np.float32,
    dtypes.complex128: np.float64,
    **{kind: kind.as_numpy_dtype[0] for kind in _QUANTIZED},
}


def make_tensor_proto(
    values: Any,
    dtype: Any = None,
    shape: Any = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> TensorProto:
    """The TensorProto of a Python value or array (tf.make_tensor_proto).

    Python floats become float32 and ints int32, or int64 where they need it; arrays keep their
    type. With a `shape` of more elements than there are values, the last value stands for the
    rest; `verify_shape` forbids that, `allow_broadcast` restricts it to a single value.

    Raises TypeError for values that are not of `dtype` or of no dtype at all, ValueError for None,
    for ragged lists, for more values than `shape` has elements and for content above 2 GB.
    """
    from minigraph.protos import TensorProto

    if allow_broadcast and verify_shape:
        raise ValueError("allow_broadcast and verify_shape are not both allowed.")
    if isinstance(values, TensorProto):
        return values
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    dims = None if shape is None else [int(size) for size in shape]
    if is_array_like(values):
        values = np.asarray(values)
    array, actual = as_dense(values, wanted, dims)
    if dims is not None:
        check_shape(array, dims, verify_shape, allow_broadcast)
    size = array.size if dims is None else prod(dims)
    proto = TensorProto(
        dtype=actual.as_datatype_enum,
        tensor_shape=as_shape(array.shape if dims is None else dims).as_proto(),
    )
    if array.size == size > 1 and actual not in _WITHOUT_CONTENT:
        if array.nbytes >= _MOST_BYTES:
            raise ValueError("Cannot create a tensor proto whose content is larger than 2GB.")
        proto.tensor_content = array.tobytes()
    elif actual is dtypes.string:
        proto.string_val.extend(to_bytes(array, values))
    else:
        add_values(proto, array, actual)
    return proto


def values_of(proto: Any, dtype: DType) -> Any:
    """The field of a TensorProto that holds values of this type; TypeError where none does."""
    if dtype not in _FIELDS:
        raise TypeError(f"Element type not supported in TensorProto: {dtype.name}.")
    return getattr(proto, _FIELDS[dtype])


def add_values(proto: Any, array: Array, dtype: DType) -> None:
    """Adds the elements of an array to this field."""
    flat = array.ravel()
    if dtype in _NARROW:
        flat = flat.astype(np.int8)
    elements = flat.view(_ELEMENTS[dtype]) if dtype in _ELEMENTS else flat
    if dtype in _BYTE_FLOATS:
        proto.float8_val += elements.tobytes()
    else:
        values_of(proto, dtype).extend(elements.tolist())


def as_dense(values: Any, dtype: DType | None, shape: Sequence[int] | None) -> tuple[Array, DType]:
    """The values as an array, and its type, by TensorFlow's rules for constants.

    Text stays as it is given, in an array of objects or of NumPy's text types. `shape` counts only
    if it has no elements: then the values are not looked at. Raises as `make_tensor_proto` does.
    """
    if isinstance(values, np.ndarray):
        array = values
        if dtype is not None and dtype.is_numpy_compatible:
            array = _cast(values, dtype.as_numpy_dtype)
    else:
        array = _from_python(values, dtype, shape)
    actual = dtypes.as_dtype(array.dtype)
    if dtype is not None and dtype.is_quantized:
        actual = dtype
    if dtype is not None and dtype.base_dtype != actual.base_dtype:
        raise TypeError(f"`dtype` {dtype} is not compatible with {values} of dtype {array.dtype}.")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return array, actual.base_dtype


def _from_python(values: Any, dtype: DType | None, shape: Sequence[int] | None) -> Array:
    if values is None:
        raise ValueError("None values not supported.")
    wanted = dtype.as_numpy_dtype if dtype is not None and dtype.is_numpy_compatible else None
    if shape is not None and prod(shape) == 0:
        array = np.empty(shape, wanted)
    else:
        _check_elements(values, dtype)
        if wanted is not None and np.dtype(wanted).kind in "iufc":
            # Not np.array(values, wanted), which refuses what wraps around: 300 as uint8 is 44.
            array = _cast(np.array(values), wanted)
        else:
            array = np.array(values, wanted)
        expected = _dense_dimensions(values)
        if list(array.shape) != expected and not (dtype is not None and dtype.is_quantized):
            raise ValueError(
                f"Expected values {values} to be a dense tensor with shape {expected}, "
                f"but got shape {list(array.shape)}."
            )
    if dtype is None and array.dtype == np.float64:
        return _cast(array, np.float32)
    if dtype is None and array.dtype == np.int64:
        narrow = array.astype(np.int32)
        return narrow if np.array_equal(narrow, array) else array
    return array


def _cast(array: Array, numpy_dtype: Any) -> Array:
    """`astype` without the warnings that TensorFlow lets NumPy write."""
    if array.dtype.kind == "c" and np.dtype(numpy_dtype).kind != "c":
        array = array.real
    with np.errstate(all="ignore"):
        return array.astype(numpy_dtype)


def is_array_like(value: Any) -> bool:
    """Whether `value` says how it becomes an array, or is a buffer; tensors of graphs do not."""
    if _is_graph_tensor_class(type(value)):
        return False
    if callable(getattr(value, "__array__", None)):
        return True
    if isinstance(getattr(value, "__array_interface__", None), dict):
        return True
    try:
        memoryview(value)
    except TypeError:
        return False
    return not isinstance(value, bytes)


def _is_graph_tensor_class(cls: type) -> bool:
    # Layer 0 knows no Tensor class; this attribute is what only tensors of graphs have.
    return hasattr(cls, "value_index")


_INTEGERS = (numbers.Integral, np.integer, Dimension)
_REALS = (numbers.Real, np.integer, np.floating)
_COMPLEX = (numbers.Complex, np.number)


def _check_elements(values: Any, dtype: DType | None) -> None:
    """Raise TypeError for the first element that is no value of the type."""
    if dtype is None:
        if any(map(_is_graph_tensor_class, set(map(type, nest.flatten(values))))):
            raise TypeError("Expected any non-tensor type, but got a tensor instead.")
        return
    for value in _misfits(values, dtype.base_dtype):
        raise TypeError(f"Expected {dtype.name}, but got {value} of type '{type(value).__name__}'.")


def _misfits(values: Any, dtype: DType) -> Iterator[Any]:
    """The elements that are no values of the type."""
    if dtype.is_quantized:
        yield from _quantized_misfits(values)
        return
    kinds: tuple[type, ...] = (object,)
    if dtype is dtypes.bool:
        kinds = (bool,)
    elif dtype is dtypes.string:
        kinds = (bytes, str)
    elif dtype.is_integer:
        kinds = _INTEGERS
    elif dtype.is_floating:
        kinds = _REALS
    elif dtype.is_complex:
        kinds = _COMPLEX
    flat = nest.flatten(values)
    # Long lists have few classes, and a look at an abstract base class is slow.
    wrong = {
        cls
        for cls in set(map(type, flat))
        if _is_graph_tensor_class(cls) or not issubclass(cls, kinds)
    }
    for value in flat if wrong else ():
        fits = isinstance(value, np.ndarray) and issubclass(value.dtype.type, kinds)
        if type(value) in wrong and not fits:
            yield value


def _quantized_misfits(values: Any) -> Iterator[Any]:
    """A quantized value is a tuple of one integer, so that lists nest and tuples do not."""
    if isinstance(values, tuple):
        yield from _misfits(values, dtypes.int32)
    elif isinstance(values, list):
        for value in values:
            yield from _quantized_misfits(value)
    else:
        yield values


def _dense_dimensions(values: Any) -> list[int]:
    """The shape of nested lists, by their first elements."""
    dims = []
    while isinstance(values, list | tuple):
        dims.append(len(values))
        if not values:
            break
        values = values[0]
    return dims


def check_shape(
    array: Array, dims: Sequence[int], verify_shape: bool, allow_broadcast: bool
) -> None:
    """Raise where the values are not for this shape: TypeError, or ValueError for too many."""
    size = prod(dims)
    if allow_broadcast:
        fits = array.shape in ((), (1,)) or array.size == size
    else:
        fits = not verify_shape or array.shape == tuple(dims)
    if not fits:
        raise TypeError(f"Expected Tensor's shape: {tuple(dims)}, but got {array.shape}.")
    if not allow_broadcast and array.size > size:
        raise ValueError(
            f"Too many elements provided. Takes at most {size:d}, but got {array.size:d}."
        )


def to_bytes(array: Array, values: Any) -> list[bytes]:
    """The text of an array, or of nested lists, where NumPy would cut zeros off the ends."""
    if isinstance(values, np.ndarray):
        return [_as_bytes(text) for text in array.ravel()]
    try:
        return [_as_bytes(text) for text in _leaves(values)]
    except TypeError:
        raise TypeError(
            f"Failed to convert elements of {values} to Tensor. "
            f"Consider casting elements to a supported type. {_SEE_DTYPES}"
        ) from None


def _leaves(values: Any) -> Iterable[Any]:
    if isinstance(values, list | tuple):
        for value in values:
            yield from _leaves(value)
    else:
        yield values


def _as_bytes(text: Any) -> bytes:
    if isinstance(text, str):
        return text.encode()
    if isinstance(text, bytes | bytearray):
        return bytes(text)
    raise TypeError(f"Expected binary or unicode string, got {text!r}")


def MakeNdarray(tensor: Any, *, max_bytes: int = _MOST_BYTES) -> Array:
    """The array that a TensorProto, ours or TensorFlow's, holds (tf.make_ndarray).

    Strings are an object array of bytes. Where there are fewer values than elements, the last one
    fills the rest; where there are none, zeros or b"" do. An array of more than `max_bytes` is not
    made of fewer values.

    Raises TypeError for a type that holds no values, such as resource, and ValueError for a shape
    that is not fully known, for values that do not fit it and for what is too large.
    """
    array = stored_array(tensor, max_bytes=max_bytes)
    return array if array.flags.writeable else array.copy()


def stored_array(tensor: Any, *, max_bytes: int = _MOST_BYTES) -> Array:
    """As `MakeNdarray`, but one value that fills a shape is kept once, in a read-only array."""
    dtype = dtypes.as_dtype(tensor.dtype)
    dims = _full_shape(tensor.tensor_shape)
    if tensor.tensor_content and dtype.is_numpy_compatible:
        content = np.frombuffer(tensor.tensor_content, dtype.as_numpy_dtype)
        return content.reshape(dims).copy()
    if dtype not in _FIELDS:
        raise TypeError(f"Unsupported tensor type: {tensor.dtype}. {_SEE_DTYPES}")
    numpy_dtype = np.dtype(dtype.as_numpy_dtype)
    size = prod(dims)
    if size * numpy_dtype.itemsize > max_bytes:
        raise ValueError(
            f"A tensor of shape {list(dims)} and type {dtype.name} takes more than the "
            f"{max_bytes} bytes that a TensorProto may be unpacked to."
        )
    values = _read_values(getattr(tensor, _FIELDS[dtype]), dtype, numpy_dtype)
    if len(values) > size:
        raise ValueError(
            f"The TensorProto holds {len(values)} values, but its shape {list(dims)} "
            f"has {size} elements."
        )
    if len(values) == 1 < size:
        single = np.empty((), numpy_dtype)
        single[()] = values[0]
        return np.broadcast_to(single, dims)
    if len(values) == 0:
        return np.full(dims, b"", object) if dtype is dtypes.string else np.zeros(dims, numpy_dtype)
    array = np.empty(size, numpy_dtype)
    array[: len(values)] = values
    array[len(values) :] = values[-1]
    return array.reshape(dims)


def _full_shape(shape: Any) -> tuple[int, ...]:
    if len(shape.dim) > _MOST_DIMENSIONS:
        raise ValueError(
            f"maximum supported dimension for an ndarray is currently {_MOST_DIMENSIONS}, "
            f"found {len(shape.dim)}"
        )
    sizes = tuple(int(dim.size) for dim in shape.dim)
    if shape.unknown_rank or any(size < 0 for size in sizes):
        known = "an unknown rank" if shape.unknown_rank else list(sizes)
        raise ValueError(f"A TensorProto must have a fully known shape, but this one has {known}.")
    return sizes


def _read_values(field: Any, dtype: DType, numpy_dtype: np.dtype[Any]) -> Array:
    if dtype is dtypes.string:
        values = np.empty(len(field), object)
        values[:] = list(field)
        return values
    if dtype.is_complex and len(field) % 2:
        raise ValueError(f"The TensorProto holds half a value of type {dtype.name}.")
    try:
        elements = np.fromiter(field, _ELEMENTS.get(dtype, numpy_dtype), len(field))
    except OverflowError as error:
        raise ValueError(f"The TensorProto holds no {dtype.name} values: {error}") from None
    return elements.view(numpy_dtype)
