"""Shape rules that many ops share: functions of a `ShapeContext`, one shape an output."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from minigraph import shapes

ShapeTuple = tuple[int | None, ...] | None
ShapeRule = Callable[[Any], Sequence[ShapeTuple]]


def same(c: Any) -> Sequence[ShapeTuple]:
    """The output has the shape of the first input."""
    return (c.shapes[0],)


def scalar(c: Any) -> Sequence[ShapeTuple]:
    """The output is a scalar."""
    return ((),)


def unknown(c: Any) -> Sequence[ShapeTuple]:
    """Nothing is known of the output's shape."""
    return (None,)


def no_outputs(c: Any) -> Sequence[ShapeTuple]:
    """There is no output."""
    return ()


def broadcast(c: Any) -> Sequence[ShapeTuple]:
    """The output has the shape to which the first two inputs broadcast."""
    return (shapes.broadcast_shapes(c.shapes[0], c.shapes[1]),)


def merged(c: Any) -> Sequence[ShapeTuple]:
    """All inputs and the output have one shape."""
    result: ShapeTuple = None
    for shape in c.shapes:
        result = shapes.merge(result, shape)
    return (result,)


def from_attr(name: str) -> ShapeRule:
    """The output has the shape that an attribute says."""
    return lambda c: (c.attrs[name],)


def require_rank(shape: ShapeTuple, rank: int) -> tuple[int | None, ...]:
    """`shape` with its rank known; ValueError "Shape must be rank 2 but is rank 1"."""
    if shape is None:
        return (None,) * rank
    if len(shape) != rank:
        raise ValueError(f"Shape must be rank {rank} but is rank {len(shape)}")
    return shape


def require_rank_at_least(shape: ShapeTuple, rank: int) -> ShapeTuple:
    """`shape`; ValueError "Shape must be at least rank 2 but is rank 1"."""
    if shape is not None and len(shape) < rank:
        raise ValueError(f"Shape must be at least rank {rank} but is rank {len(shape)}")
    return shape


def size_given_by(c: Any, index: int) -> int | None:
    """The size that a scalar input says, None where it is not known; ValueError below zero."""
    require_rank(c.shapes[index], 0)
    value = c.constant(index)
    if value is not None and value < 0:
        raise ValueError(
            f"Dimension size, given by scalar input {index}, must be non-negative but is {value}"
        )
    return None if value is None else int(value)
