"""Ops that read or write by index: gather, scatter, boolean masks, one-hot vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import context, dtypes, errors, inference, shapes
from minigraph.composite import IndexedSlices
from minigraph.convert import convert_to_tensor
from minigraph.opdef import TypeAttr
from minigraph.ops import array, shape_rules, shaping, slicing
from minigraph.ops.array import INDEX
from minigraph.ops.type_lists import NUMBERS
from minigraph.registry import op

_INDICES = (dtypes.int16, *INDEX)


def check_indices(indices: Any, limit: int, what: str = "indices") -> None:
    """Raises InvalidArgumentError for the first index that is not in [0, limit)."""
    array_ = np.asarray(indices)
    if array_.size <= 16 and all(0 <= index < limit for index in array_.ravel().tolist()):
        return
    bad = (array_ < 0) | (array_ >= limit)
    if not bad.any():
        return
    place = tuple(int(i) for i in np.argwhere(np.atleast_1d(bad))[0]) if array_.ndim else ()
    text = f"[{','.join(map(str, place))}]" if array_.ndim else ""
    raise errors.InvalidArgumentError(
        None, None, f"{what}{text} = {int(array_[place])} is not in [0, {limit})"
    )


def _gather_shape(c: Any) -> Any:
    params, indices, axis = c.shapes[0], c.shapes[1], c.constant(2)
    shape_rules.require_rank_at_least(params, 1)
    batch = c.attrs["batch_dims"]
    if params is None or indices is None:
        return (None,)
    if axis is None:
        return ((None,) * (len(params) - 1 + len(indices)),)
    place = int(axis) + (len(params) if axis < 0 else 0)
    return ((*params[:place], *indices[batch:], *params[place + 1 :]),)


def _gather_gradient(op: Any, grad: Any) -> Any:
    params, indices, axis = op.inputs
    with context.get_default_graph().colocate_with(params):
        shape = array.shape(params)
    axis_value = inference.constant_value(axis)
    if axis_value is None or int(axis_value) != 0:
        return _gather_axis_gradient(params, indices, int(axis_value), grad), None, None
    rows = shaping.expand_dims(array.size(indices), 0)
    values_shape = shaping.concat([rows, slicing.slice_helper(shape, np.s_[1:])], 0)
    values = shaping.reshape(grad, values_shape)
    return IndexedSlices(values, shaping.reshape(indices, rows), shape), None, None


def _gather_axis_gradient(params: Any, indices: Any, axis: int, grad: Any) -> Any:
    """Moves the gathered axes to the front, sums equal indices, moves the axis back."""
    rank, extra = len(params._shape), len(indices._shape)
    axis %= rank
    order = [*range(axis, axis + extra), *range(axis), *range(axis + extra, rank - 1 + extra)]
    moved = shaping.transpose(grad, order)
    rest = [params._shape[i] for i in range(rank) if i != axis]
    flat = shaping.reshape(moved, [-1, *[-1 if s is None else s for s in rest]])
    total = unsorted_segment_sum(flat, shaping.reshape(indices, [-1]), array.shape(params)[axis])
    back = [*range(1, axis + 1), 0, *range(axis + 1, rank)]
    return shaping.transpose(total, back)


@op(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    types={"Tindices": _INDICES, "Taxis": INDEX},
    shape=_gather_shape,
    grad=_gather_gradient,
)
def _gather_v2(params: Any, indices: Any, axis: Any, *, batch_dims: int = 0) -> Any:
    axis = int(axis)
    check_indices(indices, np.shape(params)[axis])
    if batch_dims:
        lead = np.indices(np.shape(indices)[:batch_dims], sparse=True)
        extra = np.ndim(indices) - batch_dims
        grid = [i.reshape(i.shape + (1,) * extra) for i in lead]
        middle = [np.s_[:]] * (axis % np.ndim(params) - batch_dims)
        return params[(*grid, *middle, indices)]
    return params.take(indices, axis)


def gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    name: str | None = None,
    axis: Any = None,
    batch_dims: int = 0,
) -> Any:
    """The slices of `params` at `indices` along `axis` (tf.gather)."""
    axis = batch_dims if axis is None else axis
    read = getattr(params, "sparse_read", None)
    if read is not None and not batch_dims and (isinstance(axis, int) and axis == 0):
        return read(indices, name=name)
    return _gather_v2(params, indices, axis, batch_dims=batch_dims, name=name or "GatherV2")


def _gather_nd_shape(c: Any) -> Any:
    params, indices = c.shapes
    if params is None or indices is None or indices[-1] is None:
        return (None,)
    if indices[-1] > len(params):
        raise ValueError(
            f"indices.shape[-1] must be <= params.rank, but saw indices shape: "
            f"{shapes.format_shape(indices)} and params shape: {shapes.format_shape(params)}"
        )
    return ((*indices[:-1], *params[indices[-1] :]),)


def _gather_nd_gradient(op: Any, grad: Any) -> Any:
    params, indices = op.inputs
    shape = array.shape(params, out_type=indices.dtype)
    known = indices._shape
    if known is not None and len(known) == 2 and known[1] == 1:
        return IndexedSlices(grad, shaping.squeeze(indices, axis=-1), shape), None
    return scatter_nd(indices, grad, shape), None


def elements_at(params: Any, indices: Any) -> Any:
    """The elements or slices of an array at index vectors.

    Raises InvalidArgumentError for the first that is outside.
    """
    depth = np.shape(indices)[-1]
    limits = np.array(np.shape(params)[:depth])
    bad = ((indices < 0) | (indices >= limits)).any(-1)
    if np.any(bad):
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        at = ",".join(map(str, place))
        value = ", ".join(str(int(i)) for i in indices[place])
        raise errors.InvalidArgumentError(
            None,
            None,
            f"indices[{at}] = [{value}] does not index into param shape "
            f"{shapes.format_shape(np.shape(params))}",
        )
    return params[tuple(np.moveaxis(indices, -1, 0))]


@op(
    "GatherNd",
    "params: Tparams, indices: Tindices -> output: Tparams",
    types={"Tindices": _INDICES},
    attrs={"bad_indices_policy": ""},
    shape=_gather_nd_shape,
    grad=_gather_nd_gradient,
)
def _gather_nd(params: Any, indices: Any) -> Any:
    return elements_at(params, indices)


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: int = 0) -> Any:
    """The elements or slices of `params` at the index vectors in `indices` (tf.gather_nd)."""
    if batch_dims:
        raise NotImplementedError("minigraph's gather_nd has no batch_dims; use tf.gather.")
    return _gather_nd(params, indices, name=name)


@op(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices -> output: T",
    types={"Tindices": _INDICES},
    attrs={"bad_indices_policy": ""},
    shape=lambda c: (c.constant_shape(2),),
    grad=lambda op, grad: (None, gather_nd(grad, op.inputs[0]), None),
)
def _scatter_nd(indices: Any, updates: Any, shape: Any) -> Any:
    result = np.zeros(tuple(shape), np.asarray(updates).dtype)
    limits = np.array(result.shape[: np.shape(indices)[-1]])
    bad = ((indices < 0) | (indices >= limits)).any(-1)
    if np.any(bad):
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        at = ",".join(map(str, place))
        value = ", ".join(str(int(i)) for i in indices[place])
        raise errors.InvalidArgumentError(
            None,
            None,
            f"indices[{at}] = [{value}] does not index into shape "
            f"{shapes.format_shape(result.shape)}",
        )
    np.add.at(result, tuple(np.moveaxis(indices, -1, 0)), updates)
    return result


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Any:
    """A tensor of zeros to which `updates` are added at `indices` (tf.scatter_nd)."""
    return _scatter_nd(indices, updates, shape, name=name)


def _segment_shape(c: Any) -> Any:
    data, ids, count = c.shapes[0], c.shapes[1], c.constant(2)
    if data is None or ids is None:
        return (None,)
    shapes.merge(data[: len(ids)], ids)
    return ((None if count is None else int(count), *data[len(ids) :]),)


@op(
    "UnsortedSegmentSum",
    "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
    types={
        "T": NUMBERS,
        "Tindices": _INDICES,
        "Tnumsegments": TypeAttr(INDEX, dtypes.int32),
    },
    shape=_segment_shape,
    grad=lambda op, grad: (gather(grad, op.inputs[1]), None, None),
)
def _unsorted_segment_sum(data: Any, segment_ids: Any, num_segments: Any) -> Any:
    tail = np.shape(data)[np.ndim(segment_ids) :]
    result = np.zeros((int(num_segments), *tail), np.asarray(data).dtype)
    ids = np.asarray(segment_ids).ravel()
    if np.any(ids >= num_segments):
        check_indices(segment_ids, int(num_segments), "segment_ids")
    keep = ids >= 0
    np.add.at(result, ids[keep], np.reshape(data, (ids.size, *tail))[keep])
    return result


def unsorted_segment_sum(
    data: Any, segment_ids: Any, num_segments: Any, name: str | None = None
) -> Any:
    """Sums the rows of `data` that share an id (tf.unsorted_segment_sum)."""
    return _unsorted_segment_sum(data, segment_ids, num_segments, name=name)


def _where_shape(c: Any) -> Any:
    source = c.shapes[0]
    return ((None, None if source is None else len(source)),)


_WHERE_TYPES = tuple(
    dtypes.as_dtype(name)
    for name in [
        "float",
        "double",
        "int32",
        "uint8",
        "int16",
        "int8",
        "complex64",
        "int64",
        "qint8",
        "quint8",
        "qint32",
        "bfloat16",
        "qint16",
        "quint16",
        "uint16",
        "complex128",
        "half",
        "uint32",
        "uint64",
        "bool",
    ]
)


@op(
    "Where",
    "input: T -> index: int64",
    types={"T": TypeAttr(_WHERE_TYPES, dtypes.bool)},
    shape=_where_shape,
)
def where_index(input: Any) -> Any:
    """The index vectors of the elements that are not zero, int64 [N, rank]."""
    return np.argwhere(input).astype(np.int64)


def boolean_mask(tensor: Any, mask: Any, name: str = "boolean_mask", axis: Any = None) -> Any:
    """The rows of `tensor` where `mask` is True (tf.boolean_mask).

    Raises ValueError for a mask of unknown rank or a scalar mask.
    """
    with context.get_default_graph().name_scope(name):
        tensor = convert_to_tensor(tensor, name="tensor")
        mask = convert_to_tensor(mask, name="mask")
        if mask._shape is None:
            raise ValueError(
                "Number of mask dimensions must be specified, even if some dimensions are None.  "
                "E.g. shape=[None] is ok, but shape=None is not."
            )
        rank = len(mask._shape)
        if rank == 0:
            raise ValueError("mask cannot be scalar.")
        axis = 0 if axis is None else int(axis)
        known = tensor._shape
        if known is not None:
            mask.shape.assert_is_compatible_with(shapes.from_tuple(known[axis : axis + rank]))
        sizes = array.shape(tensor)
        lead = [-1]
        flat_shape = shaping.concat([sizes[:axis], lead, sizes[axis + rank :]], 0)
        flat = shaping.reshape(tensor, flat_shape)
        chosen = where_index(shaping.reshape(mask, [-1]))
        return gather(flat, shaping.squeeze(chosen, axis=[1]), axis=axis)


def _one_hot_shape(c: Any) -> Any:
    source, depth, axis = c.shapes[0], c.constant(1), c.attrs["axis"]
    if depth is not None and depth < 0:
        raise ValueError(f"depth must be non-negative but got: {int(depth)}")
    if source is None:
        return (None,)
    place = len(source) if axis == -1 else axis
    return ((*source[:place], None if depth is None else int(depth), *source[place:]),)


@op(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T -> output: T",
    types={"TI": TypeAttr((dtypes.uint8, dtypes.int8, *INDEX), dtypes.int64)},
    shape=_one_hot_shape,
)
def _one_hot(indices: Any, depth: Any, on_value: Any, off_value: Any, *, axis: int = -1) -> Any:
    hot = np.expand_dims(indices, -1) == np.arange(int(depth))
    result = np.where(hot, on_value, off_value).astype(np.asarray(on_value).dtype)
    return result if axis == -1 else np.moveaxis(result, -1, axis)


def one_hot(
    indices: Any,
    depth: Any,
    on_value: Any = None,
    off_value: Any = None,
    axis: int | None = None,
    dtype: Any = None,
    name: str | None = None,
) -> Any:
    """Vectors of length `depth` that are `on_value` at each index (tf.one_hot).

    Raises TypeError where the dtypes of on_value, off_value and `dtype` differ.
    """
    with context.get_default_graph().name_scope(name or "one_hot") as scope:
        wanted = None if dtype is None else dtypes.as_dtype(dtype).base_dtype
        given = {
            label: convert_to_tensor(value, preferred_dtype=wanted, name=label)
            for label, value in (("on_value", on_value), ("off_value", off_value))
            if value is not None
        }
        for label, value in given.items():
            if wanted is not None and value.dtype.base_dtype is not wanted:
                raise TypeError(
                    f"dtype {value.dtype.base_dtype} of {label} does not match dtype parameter "
                    f"{wanted}"
                )
        found = {value.dtype.base_dtype for value in given.values()}
        if len(found) > 1:
            on, off = (given[label].dtype.base_dtype for label in ("on_value", "off_value"))
            raise TypeError(f"dtype {on} of on_value does not match dtype {off} of off_value")
        final = wanted or next(iter(found), dtypes.float32)
        on = given.get("on_value")
        on = convert_to_tensor(1, final, "on_value") if on is None else on
        off = given.get("off_value")
        off = convert_to_tensor(0, final, "off_value") if off is None else off
        return _one_hot(indices, depth, on, off, axis=-1 if axis is None else axis, name=scope)
