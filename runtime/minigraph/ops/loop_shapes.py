"""The shapes that loop variables keep while a loop runs."""

from __future__ import annotations

from typing import Any

from minigraph import nest
from minigraph.shapes import TensorShape
from minigraph.tensor import SymbolicTensor

ShapeTuple = tuple[int | None, ...] | None


def flat_invariants(loop_vars: Any, shape_invariants: Any) -> list[ShapeTuple]:
    """The shape that each tensor of the loop variables keeps."""
    found: list[ShapeTuple] = []
    if shape_invariants is None:
        for var in nest.flatten(loop_vars):
            found += (
                [var._shape] if isinstance(var, SymbolicTensor) else var._shape_invariants(None)
            )
        return found
    nest.map_structure(
        lambda var, shape: found.extend(_invariants_of(var, shape)), loop_vars, shape_invariants
    )
    return found


def _invariants_of(var: Any, shape: Any) -> list[ShapeTuple]:
    """The shapes of the tensors that one loop variable is made of."""
    if not isinstance(shape, TensorShape):
        shape = getattr(shape, "shape", shape)
    if not isinstance(shape, TensorShape):
        raise TypeError(
            f"'shape' must be one of TypeSpec, TensorShape or None. Received: {type(shape)}"
        )
    if isinstance(var, SymbolicTensor):
        return [shape._dims]
    described: list[ShapeTuple] = var._shape_invariants(shape)
    return described


def at_least_as_specific(shape: ShapeTuple, invariant: ShapeTuple) -> bool:
    """Whether a tensor of static shape `shape` is one of shape `invariant`."""
    if invariant is None:
        return True
    if shape is None or len(shape) != len(invariant):
        return False
    return all(want in (None, size) for size, want in zip(shape, invariant, strict=True))


def check(
    tensor: SymbolicTensor, invariant: ShapeTuple, output: SymbolicTensor, quote: str, entered: Any
) -> None:
    """Raises ValueError where the result of an iteration has not the shape that must stay."""
    if not at_least_as_specific(output._shape, invariant):
        raise ValueError(
            f"Input tensor {quote}{tensor.name}{quote} enters the loop with shape {entered}, but "
            f"has shape {output.shape} after one iteration. To allow the shape to vary across "
            "iterations, use the `shape_invariants` argument of tf.while_loop to specify a "
            "less-specific shape."
        )
