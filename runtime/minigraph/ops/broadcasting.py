"""Gradients of ops that broadcast: what was repeated is summed up again."""

from __future__ import annotations

from typing import Any

from minigraph.ops import array, reductions, repeating, shaping


def equal_known_shapes(*tensors: Any) -> bool:
    """Whether all tensors have one fully known shape."""
    first = tensors[0]._shape
    if first is None or None in first:
        return False
    return all(tensor._shape == first for tensor in tensors)


def _summed_axes(x: Any, y: Any) -> tuple[list[int], list[int]] | None:
    """The axes along which x and y are repeated, or None where the static shapes leave it open."""
    if x is None or y is None:
        return None
    rank = max(len(x), len(y))
    axes: tuple[list[int], list[int]] = ([], [])
    padded = [(1,) * (rank - len(shape)) + shape for shape in (x, y)]
    for axis, (left, right) in enumerate(zip(*padded)):
        if left == 1 and right != 1:
            axes[0].append(axis)
        elif right == 1 and left != 1:
            axes[1].append(axis)
        elif left is None or right is None:
            return None
    return axes


def sum_to_shapes(x: Any, y: Any, grad_x: Any, grad_y: Any) -> tuple[Any, Any]:
    """The gradients of an op of x and y, summed over the axes along which x or y was repeated.

    grad_x, grad_y: gradients of the shape of the result, or None where there is none.
    """
    shape_x, shape_y = array.shape(x), array.shape(y)
    known = _summed_axes(x._shape, y._shape)
    if known is None:
        axes_x, axes_y = repeating.broadcast_gradient_args(shape_x, shape_y)
        return _sum_to(grad_x, shape_x, axes_x), _sum_to(grad_y, shape_y, axes_y)
    axes_x, axes_y = known
    if axes_x or len(x._shape) < len(y._shape):
        grad_x = _sum_to(grad_x, shape_x, axes_x)
    if axes_y or len(y._shape) < len(x._shape):
        grad_y = _sum_to(grad_y, shape_y, axes_y)
    return grad_x, grad_y


def _sum_to(grad: Any, shape: Any, axes: Any) -> Any:
    if grad is None:
        return None
    return shaping.reshape(reductions.reduce_sum(grad, axes, True), shape)
