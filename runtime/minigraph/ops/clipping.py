"""Keeping tensors within bounds: by value, by norm, by their common norm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import context, dtypes
from minigraph.composite import IndexedSlices
from minigraph.convert import constant, convert_to_tensor
from minigraph.ops import (
    array,
    casting,
    comparison,
    elementwise,
    nn,
    packing,
    reductions,
    sequences,
)
from minigraph.ops.naming import op_scope


def _values_of(tensor: Any, name: str) -> Any:
    values = tensor.values if isinstance(tensor, IndexedSlices) else tensor
    return convert_to_tensor(values, name=name)


def _like(tensor: Any, values: Any) -> Any:
    """Clipped values in the form of what they come from."""
    if isinstance(tensor, IndexedSlices):
        return IndexedSlices(values, tensor.indices, tensor.dense_shape)
    return values


def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Any:
    """`t` with each element within [clip_value_min, clip_value_max] (tf.clip_by_value).

    Raises ValueError where a bound would change the shape.
    """
    with op_scope(name, "clip_by_value", t, clip_value_min, clip_value_max) as scope:
        values = _values_of(t, "t")
        below = elementwise.minimum(values, clip_value_max)
        values.shape.assert_is_compatible_with(below.shape)
        within = elementwise.maximum(below, clip_value_min, name=scope)
        values.shape.assert_is_compatible_with(within.shape)
        return _like(t, within)


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Any:
    """`t`, scaled down where its 2-norm along `axes` is above `clip_norm` (tf.clip_by_norm)."""
    with op_scope(name, "clip_by_norm", t, clip_norm) as scope:
        values = _values_of(t, "t")
        if np.isscalar(clip_norm):
            clip_norm = max(clip_norm, 0)  # type: ignore[type-var]
        else:
            clip_norm = casting.cast(elementwise.maximum(clip_norm, 0), values.dtype)
        squares = reductions.reduce_sum(values * values, axes, keepdims=True)
        # The root of zero has no finite gradient, so it is taken of one and not used.
        positive = squares > 0
        safe = comparison.where(positive, squares, array.ones_like(squares))
        norm = comparison.where(positive, elementwise.sqrt(safe), squares)
        scaled = values * clip_norm
        values.shape.assert_is_compatible_with(scaled.shape)
        clipped = array.identity(scaled / elementwise.maximum(norm, clip_norm), name=scope)
        return _like(t, clipped)


def _checked(t_list: Any) -> list[Any]:
    if not isinstance(t_list, Sequence) or isinstance(t_list, str):
        raise TypeError(f"`t_list` should be a sequence of tensors. Received {type(t_list)}.")
    return list(t_list)


def _all_values(tensors: list[Any]) -> list[Any]:
    return [
        None if tensor is None else _values_of(tensor, f"t_{index}")
        for index, tensor in enumerate(tensors)
    ]


def global_norm(t_list: Any, name: str | None = None) -> Any:
    """The 2-norm of all elements of a list of tensors; None is left out (tf.global_norm).

    Raises TypeError where it is no list.
    """
    tensors = _checked(t_list)
    with op_scope(name, "global_norm", *tensors):
        graph = context.get_default_graph()
        halves = []
        for values in _all_values(tensors):
            if values is not None:
                with graph.colocate_with(values):
                    halves.append(nn.l2_loss(values))
        half = reductions.reduce_sum(packing.stack(halves))
        return elementwise.sqrt(half * constant(2.0, dtype=half.dtype), name="global_norm")


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Any]:
    """Scales all tensors by one factor where their common norm is above `clip_norm`.

    Returns the list and the norm (tf.clip_by_global_norm). A norm that is not finite gives NaN.
    Raises TypeError where t_list is no list.
    """
    tensors = _checked(t_list)
    if use_norm is None:
        use_norm = global_norm(tensors, name)
    with op_scope(name, "clip_by_global_norm", *tensors, clip_norm) as scope:
        scale = clip_norm * elementwise.minimum(
            1.0 / use_norm, constant(1.0, dtype=use_norm.dtype) / clip_norm
        )
        scale = scale + (use_norm - use_norm)
        graph = context.get_default_graph()
        clipped: list[Any] = []
        for index, values in enumerate(_all_values(tensors)):
            if values is None:
                clipped.append(None)
                continue
            with graph.colocate_with(values):
                factor = casting.cast(scale, values.dtype)
                clipped.append(array.identity(values * factor, name=f"{scope}_{index}"))
        return [_like(t, c) for t, c in zip(tensors, clipped, strict=True)], use_norm


def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Any:
    """`t`, scaled down where its 2-norm per element is above `clip_norm`."""
    with op_scope(name, "clip_by_average_norm", t, clip_norm) as scope:
        t = convert_to_tensor(t, name="t")
        count = casting.cast(array.size(t), dtypes.float32)
        squares = reductions.reduce_sum(t * t, sequences.range(array.rank(t)))
        inverse = elementwise.rsqrt(squares)
        scaled = t * clip_norm
        limit = elementwise.minimum(inverse * count, constant(1.0) / clip_norm)
        return array.identity(scaled * limit, name=scope)
