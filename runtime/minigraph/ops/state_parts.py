"""Parts of variables: their shapes, gathered rows and elements, assigned slices."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.composite import IndexedSlices
from minigraph.convert import convert_to_tensor
from minigraph.dtypes import DType
from minigraph.ops import array, gathering, shape_rules, shaping, slicing
from minigraph.ops.array import INDEX
from minigraph.ops.state import initialized, resource_shape
from minigraph.registry import op


@op(
    "VariableShape",
    "input: resource -> output: out_type",
    types={"out_type": array.INDEX_OR_INT32},
    shape=lambda c: ((_rank_of(resource_shape(c.op.inputs[0])),),),
    partial=lambda op: resource_shape(op.inputs[0]),
    stateful=True,
)
def _variable_shape(ctx: Any, input: Any, *, out_type: DType = dtypes.int32) -> Any:
    return np.array(np.shape(initialized(ctx, input)), out_type.as_numpy_dtype)


def _rank_of(shape: Any) -> int | None:
    return None if shape is None else len(shape)


def variable_shape(handle: Any, out_type: DType = dtypes.int32, optimize: bool = True) -> Any:
    """The shape of a resource variable; `optimize`: a constant where it is known."""
    known = resource_shape(handle) if optimize else None
    if known is None or None in known:
        return _variable_shape(handle, out_type=out_type)
    return convert_to_tensor(np.array(known, out_type.as_numpy_dtype))


# Parts of variables


def _gather_shape(c: Any) -> Any:
    params, indices = resource_shape(c.op.inputs[0]), c.shapes[1]
    if params is None or indices is None:
        return (None,)
    shape_rules.require_rank_at_least(params, 1)
    return ((*indices, *params[1:]),)


def _gather_gradient(op: Any, grad: Any) -> Any:
    handle, indices = op.inputs
    shape = variable_shape(handle)
    size = shaping.expand_dims(array.size(indices), 0)
    values = shaping.reshape(grad, shaping.concat([size, shape[1:]], 0))
    return IndexedSlices(values, shaping.reshape(indices, size), shape), None


@op(
    "ResourceGather",
    "resource: resource, indices: Tindices -> output: dtype",
    types={"Tindices": INDEX},
    attrs={"batch_dims": 0, "validate_indices": True},
    shape=_gather_shape,
    grad=_gather_gradient,
    stateful=True,
)
def resource_gather(ctx: Any, resource: Any, indices: Any) -> Any:
    """The rows of a resource variable at `indices`."""
    value = initialized(ctx, resource)
    if not np.ndim(value):
        raise errors.InvalidArgumentError(None, None, "params must be at least 1 dimensional")
    gathering.check_indices(indices, len(value))
    return value[indices]


def _gather_nd_shape(c: Any) -> Any:
    params, indices = resource_shape(c.op.inputs[0]), c.shapes[1]
    if params is None or indices is None or indices[-1] is None:
        return (None,)
    return ((*indices[:-1], *params[indices[-1] :]),)


def _gather_nd_gradient(op: Any, grad: Any) -> Any:
    handle, indices = op.inputs
    shape = variable_shape(handle, indices.dtype)
    if indices.shape.ndims == 2 and indices.shape.dims[-1].value == 1:
        return IndexedSlices(grad, shaping.squeeze(indices, axis=-1), shape), None
    return gathering.scatter_nd(indices, grad, shape), None


@op(
    "ResourceGatherNd",
    "resource: resource, indices: Tindices -> output: dtype",
    types={"Tindices": INDEX},
    shape=_gather_nd_shape,
    grad=_gather_nd_gradient,
    explain_error=gathering.name_node,
    stateful=True,
)
def resource_gather_nd(ctx: Any, resource: Any, indices: Any) -> Any:
    """The elements or slices of a resource variable at index vectors."""
    return gathering.elements_at(initialized(ctx, resource), indices)


def _write_slice(
    target: Any, begin: Any, end: Any, strides: Any, value: Any, masks: dict[str, int]
) -> Any:
    """`target` with `value` written to a strided slice."""
    index = slicing.numpy_index(begin, end, strides, masks, target.ndim)
    try:
        target[index] = value
    except ValueError:
        sizes = [shapes.format_shape(np.shape(item)) for item in (value, target[index])]
        raise errors.InvalidArgumentError(
            None, None, f"Cannot broadcast input shape {sizes[0]} into final shape {sizes[1]}"
        ) from None
    return target


_SLICE_INPUTS = "begin: Index, end: Index, strides: Index, value: T"


@op(
    "StridedSliceAssign",
    f"ref: Ref(T), {_SLICE_INPUTS} -> output_ref: Ref(T)",
    types={"Index": INDEX},
    shape=shape_rules.same,
)
def strided_slice_assign(
    ref: Any,
    begin: Any,
    end: Any,
    strides: Any,
    value: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    """Writes `value` to a strided slice of a reference variable."""
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    with ref.lock:
        named = dict(zip(slicing.MASKS, masks, strict=True))
        _write_slice(ref.read(), begin, end, strides, value, named)
    return ref


@op(
    "ResourceStridedSliceAssign",
    f"ref: resource, {_SLICE_INPUTS} ->",
    types={"Index": INDEX},
    shape=shape_rules.no_outputs,
    stateful=True,
)
def resource_strided_slice_assign(
    ctx: Any,
    ref: Any,
    begin: Any,
    end: Any,
    strides: Any,
    value: Any,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Any:
    """Writes `value` to a strided slice of a resource variable."""
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    with ref.lock:
        named = dict(zip(slicing.MASKS, masks, strict=True))
        copy = initialized(ctx, ref).copy()
        ref.store(_write_slice(copy, begin, end, strides, value, named))
    return ()
