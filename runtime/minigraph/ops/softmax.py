"""Softmax and its logarithm."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import errors
from minigraph.convert import convert_to_tensor
from minigraph.ops import (
    array,
    elementwise,
    reductions,
    sequences,
    shape_rules,
    shaping,
)
from minigraph.ops.reductions import lookup
from minigraph.ops.type_lists import HALF_FIRST_FLOATS
from minigraph.registry import gradient, op

_largest: Any = np.maximum.reduce
_add_up: Any = np.add.reduce


def _last_axis_shape(c: Any) -> Any:
    return (shape_rules.require_rank_at_least(c.shapes[0], 1),)


def by_columns(matrix: Any) -> bool:
    """Whether NumPy works faster on the transposed matrix: it is slow along short rows."""
    return bool(matrix.ndim == 2 and matrix.shape[0] > matrix.shape[1])


def shifted_logits(logits: Any, axis: int) -> Any:
    """The logits less the largest along an axis, so that their powers cannot overflow."""
    return logits - _largest(logits, axis=axis, keepdims=True, initial=-np.inf)


def _along_last_axis(compute: Any, logits: Any) -> Any:
    if not logits.ndim:
        raise errors.InvalidArgumentError(None, None, "logits must have >= 1 dimension, got []")
    if by_columns(logits):
        return compute(np.ascontiguousarray(logits.T), 0).T
    return compute(logits, -1)


def _powers(logits: Any, axis: int) -> Any:
    powers = np.exp(shifted_logits(logits, axis))
    powers /= _add_up(powers, axis=axis, keepdims=True)
    return powers


def _log_powers(logits: Any, axis: int) -> Any:
    shifted = shifted_logits(logits, axis)
    shifted -= np.log(_add_up(np.exp(shifted), axis=axis, keepdims=True))
    return shifted


@op(
    "Softmax",
    "logits: T -> softmax: T",
    types={"T": HALF_FIRST_FLOATS},
    shape=_last_axis_shape,
)
def softmax_op(logits: Any) -> Any:
    """The softmax along the last axis."""
    return _along_last_axis(_powers, logits)


@op(
    "LogSoftmax",
    "logits: T -> logsoftmax: T",
    types={"T": HALF_FIRST_FLOATS},
    shape=_last_axis_shape,
)
def log_softmax_op(logits: Any) -> Any:
    """The logarithm of the softmax along the last axis."""
    return _along_last_axis(_log_powers, logits)


@gradient("Softmax")
def _softmax_rule(op: Any, grad: Any) -> Any:
    softmax = op.outputs[0]
    total = reductions.reduce_sum(grad * softmax, -1, keepdims=True)
    return ((grad - total) * softmax,)


@gradient("LogSoftmax")
def _log_softmax_rule(op: Any, grad: Any) -> Any:
    softmax = elementwise.exp(op.outputs[0])
    return (grad - reductions.reduce_sum(grad, -1, keepdims=True) * softmax,)


def _along(logits: Any, compute: Any, axis: Any, name: str | None) -> Any:
    """Applies an op of the last axis along another: swaps the two axes before and after."""
    logits = convert_to_tensor(logits)
    shape = logits.shape
    if axis in (-1, None) or (shape.ndims is not None and axis == shape.ndims - 1):
        return compute(logits, name=name)
    if shape.ndims is not None and not -shape.ndims <= axis < shape.ndims:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"`dim` must be in the range [{-shape.ndims}, {shape.ndims}) where {shape.ndims} is "
            f"the number of dimensions in the input. Received: dim={axis}",
        )
    axis = axis % shape.ndims
    rank = array.rank(logits)

    def swap(tensor: Any, name: str | None = None) -> Any:
        last = elementwise.subtract(rank, 1)
        order = [
            sequences.range(axis),
            [last],
            sequences.range(axis + 1, last),
            [axis],
        ]
        return shaping.transpose(tensor, shaping.concat(order, 0), name=name or "transpose")

    result = swap(compute(swap(logits)), name)
    result.set_shape(shape)
    return result


def softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:
    """exp(x) divided by its sum along an axis, by default the last (tf.nn.softmax)."""
    return _along(logits, softmax_op, lookup(axis, dim, "axis", "dim"), name)


def log_softmax(logits: Any, axis: Any = None, name: str | None = None, dim: Any = None) -> Any:
    """The logarithm of the softmax along an axis, by default the last (tf.nn.log_softmax)."""
    return _along(logits, log_softmax_op, lookup(axis, dim, "axis", "dim"), name)
