"""Python values as NumPy arrays, with TensorFlow's rules for dtype and shape."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.dtypes import DType

_SUPPORTED = (
    "Consider casting elements to a supported type. See "
    "https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes."
)


def to_array(
    values: Any,
    dtype: DType | None = None,
    shape: Sequence[int] | None = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """The array that a constant of `values` holds (TensorFlow: make_tensor_proto).

    Python floats become float32, ints int32 (int64 where they need it), text bytes in an object
    array. Raises TypeError where the values do not fit `dtype`, ValueError for None, ragged lists
    or too many elements.
    """
    if isinstance(values, (np.ndarray, np.generic)):
        array = np.asarray(values)
        if dtype is not None and dtype is not dtypes.string:
            array = array.astype(dtype.as_numpy_dtype)
    else:
        array = _from_python(values, dtype, shape)
    if array.dtype.kind in "OSU":
        array = _as_bytes(array, values)
    elif dtype is None:
        dtypes.as_dtype(array.dtype)
    if dtype is not None and dtype is dtypes.string and array.dtype != object:
        raise TypeError(f"`dtype` {dtype} is not compatible with {values} of dtype {array.dtype}.")
    return array if shape is None else _shaped(array, tuple(shape), verify_shape, allow_broadcast)


def _from_python(values: Any, dtype: DType | None, shape: Sequence[int] | None) -> Any:
    if values is None:
        raise ValueError("None values not supported.")
    if _is_array_like(values):
        array = np.asarray(values)
        return array if dtype is None else array.astype(dtype.as_numpy_dtype)
    if shape is not None and prod(shape) == 0:
        return np.empty(tuple(shape), dtype.as_numpy_dtype if dtype is not None else np.float32)
    if dtype is not None:
        _check_elements(values, dtype)
    array = np.array(values)
    if dtype is not None and dtype is not dtypes.string:
        if array.dtype == object:
            raise TypeError(f"Failed to convert elements of {values!r} to Tensor. {_SUPPORTED}")
        return array.astype(dtype.as_numpy_dtype)
    if array.dtype.kind in "US" and not _all_text(values):
        array = np.array(values, dtype=object)
    if array.dtype == np.float64:
        return array.astype(np.float32)
    if array.dtype == np.int64:
        narrow = array.astype(np.int32)
        return narrow if np.array_equal(narrow, array) else array
    if array.dtype.kind in "US":
        return np.array(values, dtype=object)
    return array


def _is_array_like(value: Any) -> bool:
    if isinstance(value, (int, float, str, bytes, list, tuple, complex)):
        return False
    return callable(getattr(value, "__array__", None)) and not hasattr(value, "op")


def _all_text(values: Any) -> bool:
    if isinstance(values, (list, tuple)):
        return all(_all_text(item) for item in values)
    return isinstance(values, (str, bytes, np.ndarray))


def _as_bytes(array: Any, values: Any) -> Any:
    """An object array of bytes; TypeError where an element is no text."""
    result = np.empty(array.shape, dtype=object)
    flat, source = result.ravel(), array.ravel()
    for index, item in enumerate(source):
        if isinstance(item, str):
            flat[index] = item.encode()
        elif isinstance(item, bytes):
            flat[index] = bytes(item)
        else:
            raise TypeError(f"Failed to convert elements of {values!r} to Tensor. {_SUPPORTED}")
    return flat.reshape(array.shape)


_ACCEPTED: dict[str, tuple[type, ...]] = {
    "i": (int, np.integer),
    "u": (int, np.integer),
    "f": (int, float, np.integer, np.floating),
    "c": (int, float, complex, np.number),
    "b": (bool, np.bool_),
    "O": (str, bytes),
}


def _check_elements(values: Any, dtype: DType) -> None:
    """Raises TypeError for the first element of a Python value that does not fit `dtype`."""
    kind = np.dtype(dtype.as_numpy_dtype).kind
    accepted = _ACCEPTED[kind]
    stack = [values]
    while stack:
        value = stack.pop()
        if isinstance(value, (list, tuple)):
            stack.extend(reversed(value))
        elif isinstance(value, np.ndarray):
            if value.dtype == object:
                stack.extend(value.ravel()[::-1])
        elif not isinstance(value, accepted) or (kind in "iu" and isinstance(value, bool)):
            if kind in "iu" and hasattr(value, "__index__") and not isinstance(value, bool):
                continue
            if value is None:
                raise ValueError("None values not supported.")
            raise TypeError(
                f"Expected {dtype.name}, but got {value} of type '{type(value).__name__}'."
            )


def _shaped(array: Any, shape: tuple[int, ...], verify_shape: bool, broadcast: bool) -> Any:
    size = prod(shape)
    if broadcast:
        if array.shape not in ((), (1,)) and array.size != size:
            raise TypeError(f"Expected Tensor's shape: {shape}, but got {array.shape}.")
    elif verify_shape and array.shape != shape:
        raise TypeError(f"Expected Tensor's shape: {shape}, but got {array.shape}.")
    elif array.size > size:
        raise ValueError(f"Too many elements provided. Takes at most {size}, but got {array.size}")
    if array.size == size:
        return array.reshape(shape)
    # As in TensorFlow, the last element fills up the rest.
    flat = array.ravel()
    if array.size == 0:
        return np.zeros(shape, array.dtype)
    return np.concatenate([flat, np.repeat(flat[-1:], size - array.size)]).reshape(shape)
