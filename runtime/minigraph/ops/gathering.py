"""Ops that read or write by index: gather, scatter, boolean masks, one-hot vectors."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import context, dtypes, inference, shapes
from minigraph.composite import IndexedSlices
from minigraph.convert import convert_to_tensor
from minigraph.opdef import TypeAttr
from minigraph.ops import array, sequences, shape_rules, shaping, slicing
from minigraph.ops.array import INDEX
from minigraph.ops.refusal import refusal
from minigraph.ops.type_lists import NUMBERS
from minigraph.registry import op

_INDICES = (dtypes.int16, *INDEX)


def check_indices(indices: Any, limit: int, what: str = "indices") -> None:
    """Raises InvalidArgumentError for the first index that is not in [0, limit)."""
    few = indices.ravel().tolist() if indices.size <= 16 else [-1]
    if not few or (min(few) >= 0 and max(few) < limit):
        return
    array_ = np.asarray(indices)
    bad = (array_ < 0) | (array_ >= limit)
    if not bad.any():
        return
    place = tuple(np.argwhere(bad)[0].tolist())
    text = f"[{','.join(map(str, place))}]" if place else ""
    relation = "out of range" if what == "segment_ids" else "not in"
    raise refusal(f"{what}{text} = {int(array_[place])} is {relation} [0, {limit})")


def _gather_shape(c: Any) -> Any:
    if c.attrs["batch_dims"]:
        raise NotImplementedError("minigraph's gather has no batch_dims; use tf.gather_nd.")
    params, indices = c.shapes[:2]
    shape_rules.require_rank_at_least(params, 1)
    axis = c.constant(2)
    if axis is not None:
        shape_rules.require_rank_at_least(params, axis + 1 if axis >= 0 else -axis)
    if params is None or indices is None:
        return (None,)
    if axis is None:
        return ((None,) * (len(params) - 1 + len(indices)),)
    place = int(axis) % len(params)
    return ((*params[:place], *indices, *params[place + 1 :]),)


def _gather_gradient(op: Any, grad: Any) -> Any:
    params, indices, axis = op.inputs
    with context.get_default_graph().colocate_with(params):
        shape = array.shape(params)
    if inference.constant_value(axis) != 0:
        return _gather_axis_gradient(shape, indices, axis, grad), None, None
    rows = shaping.expand_dims(array.size(indices), 0)
    values_shape = shaping.concat([rows, slicing.slice_helper(shape, np.s_[1:])], 0)
    values = shaping.reshape(grad, values_shape)
    return IndexedSlices(values, shaping.reshape(indices, rows), shape), None, None


def _gather_axis_gradient(shape: Any, indices: Any, axis: Any, grad: Any) -> Any:
    """Moves the gathered axis to the front, sums equal indices, moves the axis back."""
    flat = shaping.reshape(indices, [-1])
    outer, inner = shape[:axis], shape[axis:][1:]
    place = array.size(outer)
    values = shaping.reshape(grad, shaping.concat([outer, array.shape(flat), inner], 0))
    front, back = sequences.range(0, place), sequences.range(place + 1, array.size(shape))
    order = shaping.concat([[place], front, back], 0)
    total = unsorted_segment_sum(shaping.transpose(values, order), flat, shape[axis])
    return shaping.transpose(total, shaping.invert_permutation(order))


@op(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    types={"Tindices": _INDICES, "Taxis": INDEX},
    shape=_gather_shape,
    grad=_gather_gradient,
)
def _gather_v2(params: Any, indices: Any, axis: Any, *, batch_dims: int = 0) -> Any:
    axis, rank = int(axis), np.ndim(params)
    least = axis + 1 if axis >= 0 else -axis
    if rank == 0:
        raise refusal("params must be at least 1 dimensional")
    if rank < least:
        raise refusal(f"Shape must be at least rank {least} but is rank {rank}")
    check_indices(indices, params.shape[axis])
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
    if read is not None and not batch_dims and isinstance(axis, int) and axis == 0:
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

    Raises IndexError for the first that is outside.
    """
    if np.shape(indices)[-1] > np.ndim(params):
        raise refusal(
            "index innermost dimension length must be <= params rank; saw: "
            f"{np.shape(indices)[-1]} vs. {np.ndim(params)}"
        )
    _check_index_vectors(indices, np.shape(params), "param shape")
    return params[tuple(np.moveaxis(indices, -1, 0))]


def _check_index_vectors(indices: Any, shape: tuple[int, ...], what: str) -> None:
    bad = ((indices < 0) | (indices >= shape[: np.shape(indices)[-1]])).any(-1)
    if np.any(bad):
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        at, value = ",".join(map(str, place)), ", ".join(map(str, indices[place].tolist()))
        text = f"indices[{at}] = [{value}] does not index into {what}"
        raise IndexError(f"{text} {shapes.format_shape(shape)}")


def name_node(op: Any, values: Any, error: Exception) -> str | None:
    """What GatherNd says of an index out of range, and of nothing else: it names its node."""
    return f"{error}, node name: {op.name}" if isinstance(error, IndexError) else None


@op(
    "GatherNd",
    "params: Tparams, indices: Tindices -> output: Tparams",
    types={"Tindices": _INDICES},
    attrs={"bad_indices_policy": ""},
    shape=_gather_nd_shape,
    grad=_gather_nd_gradient,
    explain_error=name_node,
)
def _gather_nd(params: Any, indices: Any) -> Any:
    return elements_at(params, indices)


def gather_nd(params: Any, indices: Any, name: str | None = None, batch_dims: int = 0) -> Any:
    """The elements or slices of `params` at the index vectors in `indices` (tf.gather_nd)."""
    if batch_dims:
        raise NotImplementedError("minigraph's gather_nd has no batch_dims.")
    return _gather_nd(params, indices, name=name)


def _scatter_nd_shape(c: Any) -> Any:
    indices, updates = c.shapes[:2]
    for shape in (indices, updates):
        shape_rules.require_rank_at_least(shape, 1)
    if indices is not None and updates is not None:
        rank = len(indices) - 1
        try:
            shapes.merge(indices[:rank], updates[:rank])
        except ValueError as refused:
            sides = [
                f"{name}[shape={shapes.format_shape(s)}] = {shapes.format_shape(s[:rank])}"
                for name, s in (("indices", indices), ("updates", updates))
            ]
            dims = f"imensions [0,{rank}) of "
            raise ValueError(f"D{dims}{sides[0]} must match d{dims}{sides[1]}: {refused}") from None
    return (c.constant_shape(2),)


@op(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices -> output: T",
    types={"Tindices": _INDICES},
    attrs={"bad_indices_policy": ""},
    shape=_scatter_nd_shape,
    grad=lambda op, grad: (None, gather_nd(grad, op.inputs[0]), None),
)
def _scatter_nd(indices: Any, updates: Any, shape: Any) -> Any:
    rank, depth, found = np.ndim(indices) - 1, np.shape(indices)[-1], np.shape(updates)
    text = [shapes.format_shape(s) for s in (np.shape(indices), found, shape.tolist())]
    if found[:rank] != np.shape(indices)[:-1]:
        raise refusal(
            f"Dimensions [0,{rank}) of indices[shape={text[0]}] must match dimensions [0,{rank}) "
            f"of updates[shape={text[1]}]"
        )
    if depth > len(shape) or found[rank:] != tuple(shape[depth:]):
        raise refusal(
            f"Dimensions [{depth},{len(shape)}) of input[shape={text[2]}] must match dimensions "
            f"[{rank},{len(found)}) of updates[shape={text[1]}]"
        )
    result = np.zeros(shape.tolist(), np.asarray(updates).dtype)
    _check_index_vectors(indices, result.shape, "shape")
    np.add.at(result, tuple(np.moveaxis(indices, -1, 0)), updates)
    return result


def scatter_nd(indices: Any, updates: Any, shape: Any, name: str | None = None) -> Any:
    """A tensor of zeros to which `updates` are added at `indices` (tf.scatter_nd)."""
    return _scatter_nd(indices, updates, shape, name=name)


def _segment_shape(c: Any) -> Any:
    data, ids = c.shapes[:2]
    for first, second in zip(data or (), ids or ()):
        if None not in (first, second) and first != second:
            raise ValueError(f"Dimensions must be equal, but are {first} and {second}")
    count = shape_rules.size_given_by(c, 2)
    if data is None or ids is None:
        return (None,)
    return ((count, *data[len(ids) :]),)


def _segment_gradient(op: Any, grad: Any) -> Any:
    # A negative id takes no part in a sum.
    from minigraph.ops import comparison, elementwise

    ids = op.inputs[1]
    rows = gather(grad, elementwise.maximum(ids, array.zeros_like(ids)))
    missing = array.ones([array.rank(rows) - array.rank(ids)], dtypes.int32)
    shape = shaping.concat([array.shape(ids), missing], 0)
    taken = shaping.reshape(comparison.greater_equal(ids, 0), shape)
    return comparison.where_v2(taken, rows, array.zeros_like(rows)), None, None


@op(
    "UnsortedSegmentSum",
    "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
    types={
        "T": NUMBERS,
        "Tindices": _INDICES,
        "Tnumsegments": TypeAttr(INDEX, dtypes.int32),
    },
    shape=_segment_shape,
    grad=_segment_gradient,
)
def _unsorted_segment_sum(data: Any, segment_ids: Any, num_segments: Any) -> Any:
    shape, ids = np.shape(data), np.asarray(segment_ids)
    if shape[: ids.ndim] != ids.shape:
        sizes = shapes.format_shape(shape), shapes.format_shape(ids.shape)
        raise refusal(f"data.shape = {sizes[0]} does not start with segment_ids.shape = {sizes[1]}")
    if num_segments < 0:
        raise refusal(f"Input num_segments == {num_segments} must not be negative.")
    if np.any(ids >= num_segments):
        check_indices(np.maximum(ids, 0), int(num_segments), "segment_ids")
    result = np.zeros((int(num_segments), *shape[ids.ndim :]), np.asarray(data).dtype)
    keep = ids >= 0
    np.add.at(result, ids[keep], np.asarray(data)[keep])
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
    map(
        dtypes.as_dtype,
        "float double int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 qint16 "
        "quint16 uint16 complex128 half uint32 uint64 bool".split(),
    )
)


@op(
    "Where",
    "input: T -> index: int64",
    types={"T": TypeAttr(_WHERE_TYPES, dtypes.bool)},
    shape=_where_shape,
)
def where_index(input: Any) -> Any:
    """The index vectors of the elements that are not zero, int64 [N, rank]."""
    if not np.ndim(input):
        raise refusal("WhereOp : Unhandled input dimensions: 0")
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
            shapes.from_tuple(known[axis : axis + rank]).assert_is_compatible_with(mask.shape)
        sizes = array.shape(tensor)
        flat_shape = shaping.concat([sizes[:axis], [-1], sizes[axis + rank :]], 0)
        flat = shaping.reshape(tensor, flat_shape)
        chosen = where_index(shaping.reshape(mask, [-1]))
        return gather(flat, shaping.squeeze(chosen, axis=[1]), axis=axis)


def _one_hot_shape(c: Any) -> Any:
    source, depth, axis = c.shapes[0], shape_rules.size_given_by(c, 1), c.attrs["axis"]
    if source is None:
        return (None,)
    place = len(source) if axis == -1 else axis
    return ((*source[:place], depth, *source[place:]),)


@op(
    "OneHot",
    "indices: TI, depth: int32, on_value: T, off_value: T -> output: T",
    types={"TI": TypeAttr((dtypes.uint8, dtypes.int8, *INDEX), dtypes.int64)},
    shape=_one_hot_shape,
)
def _one_hot(indices: Any, depth: Any, on_value: Any, off_value: Any, *, axis: int = -1) -> Any:
    rank = np.ndim(indices)
    if not -1 <= axis <= rank:
        raise refusal(f"Expected axis to be -1 or between [0, {rank + 1}).  But received: {axis}")
    if depth < 0:
        raise refusal(f"depth must be non-negative, got: {depth}")
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
        on, off = (
            given[label] if label in given else convert_to_tensor(number, final, label)
            for label, number in (("on_value", 1), ("off_value", 0))
        )
        return _one_hot(indices, depth, on, off, axis=-1 if axis is None else axis, name=scope)
