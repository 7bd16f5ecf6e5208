"""Cross entropies of logits with labels: distributions, class numbers, independent truths."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.inference import constant_value
from minigraph.opdef import TypeAttr
from minigraph.ops import (
    activations,
    arithmetic,
    array,
    casting,
    comparison,
    elementwise,
    linalg,
    sequences,
    shape_rules,
    shaping,
    slicing,
)
from minigraph.ops.naming import op_scope
from minigraph.ops.reductions import lookup
from minigraph.ops.softmax import by_columns, log_softmax_op, shifted_logits, softmax_op
from minigraph.ops.type_lists import HALF_FIRST_FLOATS, INDEX
from minigraph.registry import gradient, op
from minigraph.tensor import SymbolicTensor

_add_up: Any = np.add.reduce

# Cross entropy of rows: each op gives the losses, and the gradient of the losses as well.


def _cross_entropy_shape(c: Any) -> Any:
    logits, labels = c.shapes
    if (logits is None or len(logits) == 2) and shapes.compatible(logits or (None, None), labels):
        joint = shapes.merge(logits or (None, None), labels)
    else:
        joint = shapes.broadcast_shapes(logits, labels)
    if joint is None or len(joint) != 2:
        rank = "is unknown" if joint is None else len(joint)
        raise ValueError(f"Shape must be broadcasted with rank 2, but is rank {rank}")
    return (joint[:1], joint)


def _cross_entropy_error(op: Any, inputs: Any, error: Exception) -> str | None:
    if "broadcast" not in str(error):
        return None
    logits, labels = (shapes.format_shape(np.shape(value)) for value in inputs)
    return f"logits and labels must be broadcastable: logits_size={logits} labels_size={labels}"


@op(
    "SoftmaxCrossEntropyWithLogits",
    "features: T, labels: T -> loss: T, backprop: T",
    types={"T": HALF_FIRST_FLOATS},
    shape=_cross_entropy_shape,
    explain_error=_cross_entropy_error,
)
def _cross_entropy(features: Any, labels: Any) -> Any:
    if by_columns(features):
        loss, backprop = _losses(np.ascontiguousarray(features.T), labels.T, 0)
        return loss, backprop.T
    return _losses(features, labels, 1)


def _losses(features: Any, labels: Any, axis: int) -> tuple[Any, Any]:
    """The loss of each row and its gradient, with the classes along `axis`."""
    shifted = shifted_logits(features, axis)
    powers = np.exp(shifted)
    total = _add_up(powers, axis=axis, keepdims=True)
    loss = _add_up((np.log(total) - shifted) * labels, axis=axis)
    powers /= total
    return loss, powers - labels


def _sparse_shape(c: Any) -> Any:
    rows, classes = shape_rules.require_rank(c.shapes[0], 2)
    labels = shape_rules.require_rank(c.shapes[1], 1)
    if rows is not None and labels[0] is not None and rows != labels[0]:
        raise ValueError(f"Dimensions must be equal, but are {rows} and {labels[0]}")
    rows = labels[0] if rows is None else rows
    return ((rows,), (rows, classes))


def _check_labels(features: Any, labels: Any) -> None:
    if len(features) != len(labels):
        raise errors.InvalidArgumentError(
            None,
            None,
            "logits and labels must have the same first dimension, got logits shape "
            f"{shapes.format_shape(features.shape)} and labels shape "
            f"{shapes.format_shape(labels.shape)}",
        )
    classes = features.shape[1]
    wrong = labels[(labels < 0) | (labels >= classes)]
    if wrong.size:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Received a label value of {wrong[0]} which is outside the valid range of "
            f"[0, {classes}).  Label values: {' '.join(str(label) for label in labels)}",
        )


@op(
    "SparseSoftmaxCrossEntropyWithLogits",
    "features: T, labels: Tlabels -> loss: T, backprop: T",
    types={"T": HALF_FIRST_FLOATS, "Tlabels": TypeAttr(INDEX, dtypes.int64)},
    shape=_sparse_shape,
)
def _sparse_cross_entropy(features: Any, labels: Any) -> Any:
    _check_labels(features, labels)
    place = (labels, np.arange(len(labels)))
    shifted = shifted_logits(np.ascontiguousarray(features.T), 0)
    powers = np.exp(shifted)
    total = _add_up(powers, axis=0)
    loss = np.log(total) - shifted[place]
    powers /= total
    powers[place] -= 1
    return loss, powers.T


def _times_rows(vector: Any, matrix: Any) -> Any:
    return shaping.expand_dims(vector, -1) * matrix


def _logits_gradient(op: Any, grad_loss: Any, grad_backprop: Any) -> Any:
    result = _times_rows(grad_loss, op.outputs[1])
    if grad_backprop is None or _is_zero(grad_backprop):
        return result
    softmax = softmax_op(op.inputs[0])
    row, column = shaping.expand_dims(grad_backprop, 1), shaping.expand_dims(softmax, 2)
    product = shaping.squeeze(linalg.matmul(row, column), axis=[1])
    return result + (grad_backprop - product) * softmax


def _is_zero(tensor: Any) -> bool:
    """Whether a gradient is the zeros that stand for an output nobody uses."""
    if isinstance(tensor, SymbolicTensor):
        if tensor.op.type == "ZerosLike":
            return True
        tensor = tensor.op.inputs[1] if tensor.op.type == "Fill" else tensor
    value = constant_value(tensor)
    return value is not None and not np.any(value)


@gradient("SoftmaxCrossEntropyWithLogits")
def _cross_entropy_rule(op: Any, grad_loss: Any, grad_backprop: Any) -> Any:
    grad_logits = _logits_gradient(op, grad_loss, grad_backprop)
    return grad_logits, _times_rows(grad_loss, -log_softmax_op(op.inputs[0]))


@gradient("SparseSoftmaxCrossEntropyWithLogits")
def _sparse_cross_entropy_rule(op: Any, grad_loss: Any, grad_backprop: Any) -> Any:
    return _logits_gradient(op, grad_loss, grad_backprop), None


# Cross entropy of tensors of any rank


def _require_both(name: str, labels: Any, logits: Any) -> None:
    if labels is None or logits is None:
        raise ValueError(
            f"Both `labels` and `logits` must be provided for {name}Received: labels={labels} and "
            f"logits={logits}"
        )


def _as_rows(tensor: Any) -> Any:
    """The tensor as a matrix of its last axis."""
    rank = array.rank(tensor)
    last = slicing.slice(array.shape(tensor), [elementwise.subtract(rank, 1)], [1])
    rows = shaping.reshape(tensor, shaping.concat([[-1], last], 0))
    outer = None if tensor._shape is None else shapes.num_elements(tensor._shape[:-1])
    if outer is not None:
        rows.set_shape([outer, tensor._shape[-1]])
    return rows


def _axis_to_end(tensor: Any, axis: Any, rank: Any) -> Any:
    order = [sequences.range(axis), sequences.range(axis + 1, rank), [axis]]
    return shaping.transpose(tensor, shaping.concat(order, 0))


def softmax_cross_entropy_with_logits_v2(
    labels: Any, logits: Any, axis: Any = None, name: str | None = None, dim: Any = None
) -> Any:
    """The cross entropy of softmax(logits) with `labels` along an axis, by default the last.

    labels: a distribution over the classes, of the shape of `logits`; gradients flow to both
    (tf.nn.softmax_cross_entropy_with_logits_v2).
    """
    axis = lookup(axis, dim, "axis", "dim")
    axis = -1 if axis is None else axis
    with op_scope(name, "softmax_cross_entropy_with_logits", logits, labels) as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = convert_to_tensor(labels, name="labels")
        dtype, shape = logits.dtype.base_dtype, logits._shape
        if dtype is dtypes.float16:
            logits = casting.cast(logits, dtypes.float32)
        labels = casting.cast(labels, logits.dtype)
        rank = array.rank(logits)
        if axis != -1:
            logits, labels = (_axis_to_end(tensor, axis, rank) for tensor in (logits, labels))
        input_shape = array.shape(logits)
        logits, labels = _as_rows(logits), _as_rows(labels)
        loss = _cross_entropy(logits, labels, name=scope)[0]
        outer = slicing.slice(input_shape, [0], [elementwise.subtract(rank, 1)])
        loss = shaping.reshape(loss, outer)
        if shape is not None:
            sizes = list(shape)
            del sizes[axis]
            loss.set_shape(sizes)
        return casting.cast(loss, dtype)


def softmax_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    dim: Any = -1,
    name: str | None = None,
    axis: Any = None,
) -> Any:
    """Like `..._v2`, without a gradient to the labels (tf.nn.softmax_cross_entropy_with_logits)."""
    axis = dim if axis is None else axis
    _require_both("softmax_cross_entropy_with_logits", labels, logits)
    with op_scope(name, "softmax_cross_entropy_with_logits_sg", logits, labels) as scope:
        labels = array.stop_gradient(labels, name="labels_stop_gradient")
    return softmax_cross_entropy_with_logits_v2(labels, logits, axis, scope)


@errors.hinted
def _check_sparse(labels: Any, logits: Any) -> None:
    """Raises ValueError where the static shapes do not fit."""
    label_shape, logit_shape = labels.shape, logits.shape
    if logit_shape.ndims == 0:
        raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}`")
    ranks = (label_shape.ndims, logit_shape.ndims)
    if None not in ranks and ranks[0] != ranks[1] - 1:
        raise ValueError(
            "`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape="
            f"{label_shape} of rank {ranks[0]} and logits.shape={logit_shape} of rank {ranks[1]}"
        )
    known = None not in ranks and None not in (*labels._shape, *logits._shape[:-1])
    if known and labels._shape != logits._shape[:-1]:
        raise ValueError(
            "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
            f"labels.shape={label_shape} and logits.shape={logit_shape}"
        )


def sparse_softmax_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Any:
    """The cross entropy of softmax(logits) with the class numbers `labels`.

    logits: floats [..., classes]; labels: int32 or int64 of the shape without the last axis
    (tf.nn.sparse_softmax_cross_entropy_with_logits). Raises ValueError where the shapes differ.
    """
    _require_both("sparse_softmax_cross_entropy_with_logits", labels, logits)
    with op_scope(name, "SparseSoftmaxCrossEntropyWithLogits", labels, logits):
        labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
        dtype, precise = logits.dtype.base_dtype, logits
        if dtype is dtypes.float16:
            precise = casting.cast(logits, dtypes.float32)
        labels_shape, static = array.shape(labels), labels._shape
        _check_sparse(labels, logits)
        if logits.shape.ndims == 2:
            loss = _sparse_cross_entropy(precise, labels, name=name)[0]
            return casting.cast(loss, dtype)
        classes = array.shape(logits)[array.rank(logits) - 1]
        precise = shaping.reshape(precise, [-1, classes])
        labels = shaping.reshape(labels, [-1])
        loss = shaping.reshape(_sparse_cross_entropy(precise, labels, name=name)[0], labels_shape)
        loss.set_shape(shapes.from_tuple(static))
        return casting.cast(loss, dtype)


def _logistic_operands(labels: Any, logits: Any) -> tuple[Any, Any]:
    logits = convert_to_tensor(logits, name="logits")
    labels = convert_to_tensor(labels, name="labels")
    if not shapes.compatible(logits._shape, labels._shape):
        raise ValueError(
            "`logits` and `labels` must have the same shape, received "
            f"({logits.shape} vs {labels.shape})."
        )
    return labels, logits


def sigmoid_cross_entropy_with_logits(
    labels: Any = None, logits: Any = None, name: str | None = None
) -> Any:
    """The cross entropy of sigmoid(logits) with `labels`, element by element.

    (tf.nn.sigmoid_cross_entropy_with_logits); ValueError where the shapes differ.
    """
    _require_both("sigmoid_cross_entropy_with_logits", labels, logits)
    with op_scope(name, "logistic_loss", logits, labels) as scope:
        labels, logits = _logistic_operands(labels, logits)
        zeros = array.zeros_like(logits)
        positive = logits >= zeros
        above = comparison.where(positive, logits, zeros)
        minus_size = comparison.where(positive, -logits, logits)
        return arithmetic.add(
            above - logits * labels, elementwise.log1p(elementwise.exp(minus_size)), name=scope
        )


def weighted_cross_entropy_with_logits(
    labels: Any = None,
    logits: Any = None,
    pos_weight: Any = None,
    name: str | None = None,
    targets: Any = None,
) -> Any:
    """The sigmoid cross entropy with positive labels weighted by `pos_weight`.

    (tf.nn.weighted_cross_entropy_with_logits); ValueError where the shapes differ.
    """
    labels = lookup(labels, targets, "labels", "targets")
    with op_scope(name, "logistic_loss", logits, labels) as scope:
        labels, logits = _logistic_operands(labels, logits)
        weight = 1 + (pos_weight - 1) * labels
        linear = (1 - labels) * logits
        decay = elementwise.log1p(elementwise.exp(-arithmetic.abs(logits)))
        return arithmetic.add(linear, weight * (decay + activations.relu(-logits)), name=scope)
