"""Which elements are the largest: top_k and in_top_k."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from minigraph import dtypes, errors
from minigraph.dtypes import DType
from minigraph.opdef import TypeAttr
from minigraph.ops import (
    array,
    casting,
    gathering,
    packing,
    reductions,
    sequences,
    shape_rules,
    shaping,
)
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import INDEX, REAL, types
from minigraph.registry import gradient, op

TopKV2 = namedtuple("TopKV2", ["values", "indices"])
_ANY_INDEX = TypeAttr(types("int16 int32 int64"), dtypes.int32)


def _top_k_shape(c: Any) -> Any:
    source = shape_rules.require_rank_at_least(c.shapes[0], 1)
    count = c.constant(1)
    if count is not None and int(count) < 0:
        raise ValueError(
            f"Dimension size, given by scalar input 1, must be non-negative but is {int(count)}"
        )
    if source is None:
        return (None, None)
    if count is None:
        return ((*source[:-1], None),) * 2
    if source[-1] is not None and source[-1] < int(count):
        raise ValueError(f"input must have last dimension >= k = {int(count)} but is {source[-1]}")
    return ((*source[:-1], int(count)),) * 2


@op(
    "TopKV2",
    "input: T, k: Tk -> values: T, indices: index_type",
    types={"T": REAL, "Tk": _ANY_INDEX, "index_type": types("int16 int32 int64")},
    attrs={"sorted": True},
    shape=_top_k_shape,
)
def _top_k(input: Any, k: Any, *, index_type: DType = dtypes.int32) -> Any:
    if not input.ndim:
        raise errors.InvalidArgumentError(None, None, "input must be >= 1-D, got shape []")
    size, count = input.shape[-1], int(k)
    if size < count:
        raise errors.InvalidArgumentError(
            None, None, f"input must have at least k columns. Had {size}, needed {count}"
        )
    # A stable sort of the reversed rows, read backwards, puts the earlier of equal elements first.
    order = size - 1 - np.argsort(input[..., ::-1], axis=-1, kind="stable")[..., ::-1]
    indices = order[..., :count]
    values = np.take_along_axis(input, indices, axis=-1)
    return values, indices.astype(index_type.as_numpy_dtype)


@gradient("TopKV2")
def _top_k_rule(op: Any, grad: Any, _: Any) -> Any:
    """Puts the gradients back at the positions that the values came from."""
    shape = array.shape(op.inputs[0])
    index_shape = array.shape(op.outputs[1])
    chosen = gathering.gather(casting.cast(index_shape, dtypes.int64), array.size(index_shape) - 1)
    rows = shaping.reshape(op.outputs[1], packing.stack([-1, chosen]))
    size = gathering.gather(casting.cast(shape, dtypes.int64), array.size(shape) - 1)
    count = casting.cast(array.shape(rows)[0], dtypes.int64)
    starts = shaping.expand_dims(sequences.range(0, count * size, size), -1)
    flat = shaping.reshape(rows + casting.cast(starts, dtypes.int32), [-1])
    positions, values = shaping.expand_dims(flat, -1), shaping.reshape(grad, [-1])
    scattered = gathering.scatter_nd(positions, values, [reductions.reduce_prod(shape)])
    return shaping.reshape(scattered, shape), array.zeros([], dtypes.int32)


def top_k(
    input: Any,
    k: Any = 1,
    sorted: bool = True,
    index_type: Any = dtypes.int32,
    name: str | None = None,
) -> Any:
    """The k largest elements of each row, and their positions (tf.nn.top_k).

    Of equal elements the earlier comes first. Raises ValueError where the rows are shorter than k.
    """
    return TopKV2(*_top_k(input, k, sorted=sorted, index_type=index_type, name=name))


def _in_top_k_shape(c: Any) -> Any:
    rows = shape_rules.require_rank(c.shapes[0], 2)[0]
    targets = shape_rules.require_rank(c.shapes[1], 1)[0]
    if rows is not None and targets is not None and rows != targets:
        raise ValueError(f"Dimensions must be equal, but are {rows} and {targets}")
    return ((targets if rows is None else rows,),)


@op(
    "InTopKV2",
    "predictions: float32, targets: T, k: T -> precision: bool",
    types={"T": TypeAttr(INDEX, dtypes.int32)},
    shape=_in_top_k_shape,
)
def _in_top_k(predictions: Any, targets: Any, k: Any) -> Any:
    if len(predictions) != len(targets):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"First dimension of predictions {len(predictions)} must match length of targets "
            f"{len(targets)}",
        )
    valid = (targets >= 0) & (targets < predictions.shape[1])
    rows = np.arange(len(targets))
    found = predictions[rows, np.where(valid, targets, 0)]
    larger = np.count_nonzero(predictions > found[:, None], axis=1)
    return valid & np.isfinite(predictions).all(axis=1) & (larger < k)


def in_top_k(predictions: Any, targets: Any, k: Any, name: str | None = None) -> Any:
    """Whether each target class is among the k largest predictions of its row (tf.nn.in_top_k)."""
    with op_scope(name, "in_top_k", predictions, targets):
        return _in_top_k(predictions, targets, k)
