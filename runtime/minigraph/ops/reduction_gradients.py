"""Gradient rules of reductions, running totals and products of matrices."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from minigraph.convert import constant
from minigraph.inference import constant_value
from minigraph.ops import (
    arithmetic,
    array,
    casting,
    comparison,
    gathering,
    linalg,
    reductions,
    repeating,
    sequences,
    shaping,
    stitching,
)
from minigraph.ops.complex_numbers import conj
from minigraph.registry import gradient


def reduced_shape(input_shape: Any, axes: Any) -> Any:
    """The shape of a reduction that keeps its axes: an array where it is known, else a tensor."""
    known_shape, known_axes = constant_value(input_shape), constant_value(axes)
    if known_shape is not None and known_axes is not None:
        sizes = np.array(known_shape, np.int32)
        sizes[known_axes] = 1
        return sizes
    rank = array.size(input_shape, out_type=axes.dtype.base_dtype)
    axes = (axes + rank) % rank
    axes_shape, every_axis = array.shape(axes), sequences.range(rank)
    ones = array.ones(axes_shape, input_shape.dtype.base_dtype)
    return stitching.dynamic_stitch([every_axis, axes], [input_shape, ones])


@gradient("Sum")
def _sum(op: Any, grad: Any) -> Any:
    return _spread(op, grad), None


def _spread(op: Any, grad: Any) -> Any:
    """`grad` repeated along the axes that the reduction `op` removed."""
    source, indices = op.inputs
    axes = None if source._shape is None else constant_value(indices)
    if axes is not None:
        rank = len(source._shape)
        if np.array_equal(axes, np.arange(rank)):
            grad = shaping.reshape(grad, [1] * rank)
            known = None not in source._shape
            sizes = constant(source._shape, "int32") if known else array.shape(source)
            return repeating.tile(grad, sizes)
        if None not in source._shape:
            sizes = np.array(source._shape, np.int32)
            kept = sizes.copy()
            kept[axes] = 1
            grad = shaping.reshape(grad, kept)
            return repeating.tile(grad, sizes // np.maximum(kept, 1))
    input_shape = array.shape(source)
    if not op.attrs["keep_dims"]:
        grad = shaping.reshape(grad, reduced_shape(input_shape, indices))
    return repeating.broadcast_to(grad, input_shape)


@gradient("Mean")
def _mean(op: Any, grad: Any) -> Any:
    spread = _spread(op, grad)
    source, result = op.inputs[0]._shape, op.outputs[0]._shape
    factor: Any
    if source is not None and result is not None and None not in source and None not in result:
        ratio = prod(source) // max(prod(result), 1)
        factor = constant(ratio, spread.dtype.base_dtype)
    else:
        input_shape = array.shape(op.inputs[0])
        rank = array.size(input_shape)
        axes = casting.cast(op.inputs[1], rank.dtype)
        axes = (axes + rank) % rank
        factor = reductions.reduce_prod(gathering.gather(input_shape, axes))
    return arithmetic.truediv(spread, casting.cast(factor, spread.dtype)), None


@gradient("Max")
@gradient("Min")
def _extreme(op: Any, grad: Any) -> Any:
    source, indices = op.inputs
    result = op.outputs[0]
    input_shape = array.shape(source)
    kept: Any
    if op.attrs["keep_dims"]:
        kept = array.shape(result)
    else:
        kept = reduced_shape(input_shape, indices)
        result = shaping.reshape(result, kept)
        grad = shaping.reshape(grad, kept)
    chosen = casting.cast(comparison.equal(result, source), grad.dtype)
    count = shaping.reshape(reductions.reduce_sum(chosen, indices), kept)
    return arithmetic.divide(chosen, count) * grad, None


@gradient("Prod")
def _prod(op: Any, grad: Any) -> Any:
    """The product of all other elements, from running products in both directions."""
    source = op.inputs[0]
    input_shape = array.shape(source)
    indices = shaping.reshape(op.inputs[1], [-1])
    if not op.attrs["keep_dims"]:
        grad = shaping.reshape(grad, reduced_shape(input_shape, op.inputs[1]))
    grad = repeating.broadcast_to(grad, input_shape)
    rank = array.rank(source)
    reduced = (casting.cast(indices, rank.dtype) + rank) % rank
    other, _ = stitching.setdiff1d(sequences.range(0, rank), reduced)
    perm = shaping.concat([reduced, other], 0)
    reduced_size = reductions.reduce_prod(gathering.gather(input_shape, reduced))
    other_size = reductions.reduce_prod(gathering.gather(input_shape, other))
    permuted = shaping.transpose(source, perm)
    permuted_shape = array.shape(permuted)
    columns = shaping.reshape(permuted, (reduced_size, other_size))
    left = reductions.cumprod(columns, axis=0, exclusive=True)
    right = reductions.cumprod(columns, axis=0, exclusive=True, reverse=True)
    others = shaping.reshape(conj(left) * conj(right), permuted_shape)
    result = grad * shaping.transpose(others, shaping.invert_permutation(perm))
    return shaping.reshape(result, input_shape), None


@gradient("ArgMax")
@gradient("ArgMin")
def _position(op: Any, grad: Any) -> Any:
    return None, None


@gradient("Cumsum")
def _cumsum(op: Any, grad: Any) -> Any:
    exclusive, reverse = op.attrs["exclusive"], op.attrs["reverse"]
    return reductions.cumsum(grad, op.inputs[1], exclusive, not reverse), None


@gradient("Cumprod")
def _cumprod(op: Any, grad: Any) -> Any:
    x, axis = op.inputs
    exclusive, reverse = op.attrs["exclusive"], op.attrs["reverse"]
    product = reductions.cumprod(x, axis, exclusive, reverse)
    total = reductions.cumsum(product * grad, axis, exclusive, not reverse)
    return arithmetic.div_no_nan(total, x), None


@gradient("MatMul")
def _matmul(op: Any, grad: Any) -> Any:
    a, b = conj(op.inputs[0]), conj(op.inputs[1])
    return _product_gradients(
        linalg.mat_mul,
        (a, b, grad),
        (op.attrs["transpose_a"], op.attrs["transpose_b"]),
        ("transpose_a", "transpose_b", "grad_a", "grad_b"),
    )


def _product_gradients(product: Any, tensors: Any, flipped: Any, names: Any) -> Any:
    """The two gradients of a product of matrices, with the operands it had flipped."""
    a, b, grad = tensors
    flip_left, flip_right, for_a, for_b = names
    flip_a, flip_b = flipped
    if flip_a:
        grad_a = product(b, grad, **{flip_left: flip_b, flip_right: True, for_a: True})
    else:
        grad_a = product(grad, b, **{flip_left: False, flip_right: not flip_b, for_a: True})
    if flip_b:
        grad_b = product(grad, a, **{flip_left: True, flip_right: flip_a, for_b: True})
    else:
        grad_b = product(a, grad, **{flip_left: not flip_a, flip_right: False, for_b: True})
    return grad_a, grad_b


@gradient("BatchMatMulV2")
def _batch_matmul(op: Any, grad: Any) -> Any:
    x, y = op.inputs
    grad_x, grad_y = _product_gradients(
        linalg.matmul,
        (x, y, grad),
        (op.attrs["adj_x"], op.attrs["adj_y"]),
        ("adjoint_a", "adjoint_b", "grad_a", "grad_b"),
    )
    ranks_open = any(tensor._shape is None or len(tensor._shape) > 2 for tensor in (x, y))
    if not ranks_open or _same_known_batch(x._shape, y._shape):
        return grad_x, grad_y
    shape_x, shape_y = array.shape(x), array.shape(y)
    axes_x, axes_y = repeating.broadcast_gradient_args(shape_x[:-2], shape_y[:-2])
    grad_x = shaping.reshape(reductions.reduce_sum(grad_x, axes_x), shape_x)
    grad_y = shaping.reshape(reductions.reduce_sum(grad_y, axes_y), shape_y)
    return grad_x, grad_y


def _same_known_batch(x: Any, y: Any) -> bool:
    if x is None or y is None:
        return False
    return x[:-2] == y[:-2] and None not in x[:-2]
