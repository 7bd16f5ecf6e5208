"""Changing the dtype of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, inference
from minigraph.composite import IndexedSlices, SparseTensor
from minigraph.convert import convert_to_tensor
from minigraph.dtypes import DType
from minigraph.ops import elementwise, shape_rules
from minigraph.ops.naming import op_scope
from minigraph.registry import op
from minigraph.tensor import SymbolicTensor, Tensor


def _cast_gradient(op: Any, grad: Any) -> Any:
    source, target = op.inputs[0].dtype, grad.dtype
    if all(dtype.is_floating or dtype.is_complex for dtype in (source, target)):
        return (cast(grad, source.base_dtype),)
    return (None,)


@op(
    "Cast",
    "x: SrcT -> y: DstT",
    attrs={"Truncate": False},
    shape=shape_rules.same,
    grad=_cast_gradient,
    partial=lambda op: inference.constant_as_shape(op.inputs[0]),
)
def cast_op(x: Any, *, SrcT: DType, DstT: DType) -> Any:
    """The elements of `x` converted to DstT; an op even where the dtype is the same."""
    if dtypes.string in (SrcT, DstT):
        source, target = dtypes.c_name(SrcT), dtypes.c_name(DstT)
        raise errors.UnimplementedError(None, None, f"Cast {source} to {target} is not supported")
    if SrcT.is_complex and not DstT.is_complex:
        x = x.real
    if DstT.is_floating and type(x) is not np.ndarray:
        # Ten times as fast as `astype` on a scalar.
        return DstT.as_numpy_dtype(x)
    return x.astype(DstT.as_numpy_dtype)


def cast(x: Any, dtype: Any, name: str | None = None) -> Any:
    """`x` with the elements converted to `dtype`, as C converts them (tf.cast).

    Tensors, SparseTensors and IndexedSlices; `x` itself where it has that dtype, even if it is a
    resource variable.
    """
    wanted = dtypes.as_dtype(dtype).base_dtype
    if (isinstance(x, Tensor) or hasattr(x, "_handle")) and x.dtype is wanted:
        return x
    if type(x) is SymbolicTensor:
        return cast_op(x, DstT=wanted, name=name or "Cast")
    with op_scope(name, "Cast", x) as scope:
        if isinstance(x, SparseTensor):
            return SparseTensor(x.indices, cast(x.values, wanted, scope), x.dense_shape)
        if isinstance(x, IndexedSlices):
            return IndexedSlices(cast(x.values, wanted, scope), x.indices, x.dense_shape)
        x = convert_to_tensor(x, name="x")
        return x if x.dtype is wanted else cast_op(x, DstT=wanted, name=scope)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Any:
    """`value` as `dtype`; what is out of its range becomes the nearest limit (tf.saturate_cast)."""
    with op_scope(name, "saturate_cast", value) as scope:
        value = convert_to_tensor(value, name="value")
        wanted = dtypes.as_dtype(dtype).base_dtype
        low, high = _limits(value.dtype.base_dtype, wanted.real_dtype)
        source = value.dtype.base_dtype
        value = elementwise.clip_by_value_op(
            value, convert_to_tensor(low, source), convert_to_tensor(high, source), name="clamp"
        )
        return cast(value, wanted, name=scope)


def _limits(source: DType, target: DType) -> tuple[Any, Any]:
    """The least and greatest value of `source` that `target` can hold."""
    number = source.as_numpy_dtype
    common = np.promote_types(number, target.as_numpy_dtype)
    low = number(np.maximum(source.min, target.min))
    if common.type(low) < common.type(target.min):
        low = np.nextafter(low, number(0), dtype=number)
    high = number(np.minimum(float(source.max), float(target.max)))
    if common.type(high) > common.type(target.max):
        high = np.nextafter(high, number(0), dtype=number)
    return low, high


def to_float(x: Any, name: str = "ToFloat") -> Any:
    """`x` as float32 (tf.to_float)."""
    return cast(x, dtypes.float32, name)


def to_double(x: Any, name: str = "ToDouble") -> Any:
    """`x` as float64 (tf.to_double)."""
    return cast(x, dtypes.float64, name)


def to_int32(x: Any, name: str = "ToInt32") -> Any:
    """`x` as int32 (tf.to_int32)."""
    return cast(x, dtypes.int32, name)


def to_int64(x: Any, name: str = "ToInt64") -> Any:
    """`x` as int64 (tf.to_int64)."""
    return cast(x, dtypes.int64, name)
