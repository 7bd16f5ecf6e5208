"""Python values as the arrays that constants hold, by the rules of `tensor_proto`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from minigraph import dtypes, tensor_proto
from minigraph.dtypes import DType

_INT32 = range(-(2**31), 2**31)


def to_array(
    values: Any,
    dtype: DType | None = None,
    shape: Sequence[int] | None = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Any:
    """The array that a constant of `values` holds; text is bytes in an object array.

    Raises TypeError and ValueError as `tensor_proto.make_tensor_proto` does.
    """
    if shape is None:
        scalar = _scalar(values, dtype)
        if scalar is not None:
            return scalar
    dims = None if shape is None else [int(size) for size in shape]
    if tensor_proto.is_array_like(values):
        values = np.asarray(values)
    array, actual = tensor_proto.as_dense(values, dtype, dims)
    if actual is dtypes.string:
        text = np.empty(array.size, object)
        text[:] = tensor_proto.to_bytes(array, values)
        array = text.reshape(array.shape)
    if dims is None:
        return array
    tensor_proto.check_shape(array, dims, verify_shape, allow_broadcast)
    return _filled(array, tuple(dims))


def plain(array: Any) -> Any:
    """An array as programs get it: quantized numbers, of types of their own, are integers."""
    return array.view(array.dtype[0]) if array.dtype.names else array


def _scalar(value: Any, dtype: DType | None) -> Any:
    """The short way for Python numbers, which most constants are; None for all else."""
    kind = type(value)
    if kind is float:
        if dtype is None:
            dtype = dtypes.float32
        if dtype.is_floating and dtype.is_numpy_compatible:
            with np.errstate(over="ignore"):  # too large a number is infinite
                return np.array(value, dtype.as_numpy_dtype)
    elif kind is int and value in _INT32:
        if dtype is None or dtype is dtypes.int32:
            return np.array(value, np.int32)
        if dtype is dtypes.int64 or dtype is dtypes.float32 or dtype is dtypes.float64:
            return np.array(value, dtype.as_numpy_dtype)
    return None


def _filled(array: Any, shape: tuple[int, ...]) -> Any:
    """The array in another shape; the last element stands for those that are missing.

    A single value is kept once, in a read-only array: it is as small as in a TensorProto.
    """
    size = prod(shape)
    if array.size == size:
        return array.reshape(shape)
    if array.size == 1:
        return np.broadcast_to(array.reshape(()), shape)
    flat = array.ravel()
    if array.size == 0:
        return (
            np.full(shape, b"", object) if array.dtype == object else np.zeros(shape, array.dtype)
        )
    return np.concatenate([flat, np.repeat(flat[-1:], size - array.size)]).reshape(shape)
