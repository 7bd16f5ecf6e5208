"""Looking up rows of matrices of embeddings, whole or in parts (tf.nn.embedding_lookup)."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

from minigraph import context, dtypes
from minigraph.convert import convert_to_tensor
from minigraph.ops import (
    array,
    casting,
    clipping,
    comparison,
    elementwise,
    gathering,
    reductions,
    sequences,
    shaping,
    stitching,
)
from minigraph.ops.naming import op_scope
from minigraph.ops.packing import stack


def embedding_lookup(
    params: Any,
    ids: Any,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: Any = None,
) -> Any:
    """The rows `ids` of a matrix of embeddings (tf.nn.embedding_lookup).

    params: the matrix, or its parts as a list or PartitionedVariable. partition_strategy: "mod",
    where row i is in part i % n, or "div", where parts follow one another. max_norm: longer rows
    are clipped to it. Raises ValueError without params and for another strategy.
    """
    from minigraph.variables.partitioned import PartitionedVariable

    if params is None:
        raise ValueError("params must be specified")
    if isinstance(params, (list, tuple)) and not params:
        raise ValueError("Length of params is currently 0. Need at least one param.")
    parts = list(params) if isinstance(params, (list, PartitionedVariable)) else [params]
    with op_scope(name, "embedding_lookup", *parts, ids) as scope:
        ids = convert_to_tensor(ids, name="ids")
        if len(parts) == 1:
            with _beside(parts[0]):
                rows = _clipped(gathering.gather(parts[0], ids, name=scope), ids, max_norm)
            return array.identity(rows)
        rows = _rows_of_parts(parts, shaping.reshape(ids, [-1]), partition_strategy, scope)
        known = parts[0].shape[1:]
        for part in parts[1:]:
            known = known.merge_with(part.shape[1:])
        size = known if known.is_fully_defined() else array.shape(parts[0])[1:]
        rows = shaping.reshape(rows, shaping.concat([array.shape(ids), size], 0))
        rows.set_shape(ids.shape.concatenate(known))
        return _clipped(rows, ids, max_norm)


def _beside(params: Any) -> Any:
    """A `with` block whose operations are placed with params, in a graph."""
    graph = context.get_default_graph()
    in_graph = not (context.executing_eagerly() or graph.building_function)
    return graph.colocate_with(params) if in_graph and hasattr(params, "op") else nullcontext()


def _rows_of_parts(parts: list[Any], ids: Any, strategy: str, name: str) -> Any:
    count = len(parts)
    if strategy == "mod":
        assigned, inside = ids % count, ids // count
    elif strategy == "div":
        lengths = [casting.cast(array.shape(part)[0], ids.dtype) for part in parts]
        total = reductions.reduce_sum(stack(lengths))
        length, longer = total // count, total % count
        assigned = elementwise.maximum(ids // (length + 1), (ids - longer) // length)
        inside = comparison.where(assigned < longer, ids % (length + 1), (ids - longer) % length)
        # A row that no part has is looked for before the first one: an error when it runs.
        last = casting.cast(count - 1, ids.dtype)
        nearest = clipping.clip_by_value(assigned, last * 0, last)
        is_there = comparison.equal(assigned, nearest)
        inside = comparison.where(is_there, inside, array.zeros_like(inside) - 1)
        assigned = nearest
    else:
        raise ValueError(
            f"Unrecognized partition strategy: {strategy}.Must be one of either `mod` or `div`."
        )
    places = sequences.range(array.size(ids, out_type=dtypes.int32))
    found, rows = [], []
    for number, part in enumerate(parts):
        here = comparison.equal(assigned, number)
        found.append(gathering.boolean_mask(places, here))
        rows.append(gathering.gather(part, gathering.boolean_mask(inside, here)))
    return stitching.dynamic_stitch(found, rows, name=name)


def _clipped(rows: Any, ids: Any, max_norm: Any) -> Any:
    if max_norm is None:
        return rows
    first, last = ids.shape.ndims, rows.shape.ndims
    if first and last:
        axes: Any = list(range(first, last))
    else:
        axes = sequences.range(array.rank(ids), array.rank(rows))
    return clipping.clip_by_norm(rows, max_norm, axes=axes)
