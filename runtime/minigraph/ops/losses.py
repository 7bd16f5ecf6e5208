"""Losses with weights, collected in the graph (tf.losses)."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes
from minigraph.convert import constant, convert_to_tensor
from minigraph.graph_keys import GraphKeys
from minigraph.ops import (
    arithmetic,
    array,
    casting,
    comparison,
    cross_entropy,
    elementwise,
    reductions,
    shaping,
)
from minigraph.ops.naming import op_scope


class Reduction:
    """How the weighted losses become one number (tf.losses.Reduction)."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """The reductions."""
        return (
            cls.NONE,
            cls.SUM,
            cls.MEAN,
            cls.SUM_OVER_BATCH_SIZE,
            cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )

    @classmethod
    def validate(cls, key: str) -> None:
        """Raises ValueError for anything that is no reduction."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}. Key should be one of {cls.all()}.")


_NOT_BROADCASTABLE = "weights can not be broadcast to values."


def check_weights(weights: Any, losses: Any) -> None:
    """Weights are a scalar or have the rank of the losses and in each axis their size or 1.

    Raises ValueError where the static shapes contradict that.
    """
    given, wanted = weights._shape, losses._shape
    if given is None or wanted is None or given == ():
        return
    if len(given) != len(wanted):
        raise ValueError(
            f"{_NOT_BROADCASTABLE} values.rank={len(wanted)}. weights.rank={len(given)}. "
            f"values.shape={losses.shape}. weights.shape={weights.shape}. Received "
            f"weights={weights}, values={losses}"
        )
    for axis, (size, target) in enumerate(zip(given, wanted, strict=True)):
        if size not in (1, None, target) and target is not None:
            raise ValueError(
                f"{_NOT_BROADCASTABLE} Mismatch at dim {axis}. values.shape={list(wanted)}, "
                f"weights.shape={list(given)}. Received weights={weights}, values={losses}"
            )


def _safe_mean(total: Any, count: Any) -> Any:
    return arithmetic.div_no_nan(reductions.reduce_sum(total), count, name="value")


def number_present(losses: Any, weights: Any, axis: Any = None) -> Any:
    """How many losses have a weight that is not zero, as float32; along axes that stay."""
    with op_scope(None, "num_present", losses, weights) as scope:
        zero = comparison.equal(weights, 0.0)
        present = comparison.where(zero, array.zeros_like(weights), array.ones_like(weights))
        present = elementwise.multiply(present, array.ones_like(losses), name="broadcast_weights")
        return reductions.reduce_sum(present, axis, keepdims=axis is not None, name=scope)


def _number_of(losses: Any) -> Any:
    with op_scope(None, "num_elements", losses) as scope:
        return casting.cast(array.size(losses, name=scope), losses.dtype)


def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The losses times their weights, reduced and added to a collection.

    weights: a scalar, or of the rank of the losses with each size equal to theirs or 1
    (tf.losses.compute_weighted_loss). Raises ValueError for another reduction or shape.
    """
    Reduction.validate(reduction)
    with op_scope(scope, "weighted_loss", losses, weights):
        losses = convert_to_tensor(losses)
        with op_scope(None, "assert_broadcastable", losses, weights):
            weights = convert_to_tensor(weights, name="weights")
        check_weights(weights, losses)
        dtype = losses.dtype.base_dtype
        losses = casting.cast(losses, dtypes.float32)
        weights = casting.cast(weights, dtypes.float32)
        loss = elementwise.multiply(losses, weights)
        if reduction != Reduction.NONE:
            loss = reductions.reduce_sum(loss)
        if reduction == Reduction.MEAN:
            loss = _safe_mean(loss, reductions.reduce_sum(array.ones_like(losses) * weights))
        elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
            loss = _safe_mean(loss, number_present(losses, weights))
        elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
            loss = _safe_mean(loss, _number_of(losses))
        loss = casting.cast(loss, dtype)
        add_loss(loss, loss_collection)
        return loss


def require(labels: Any, name: str, predictions: Any, other: str) -> None:
    """ValueError where one of two arguments is None."""
    for value, argument in ((labels, name), (predictions, other)):
        if value is None:
            raise ValueError(f"Argument `{argument}` must not be None.")


def sigmoid_cross_entropy(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of the sigmoid cross entropies (tf.losses.sigmoid_cross_entropy).

    label_smoothing: how far the labels move towards one half.
    """
    require(multi_class_labels, "multi_class_labels", logits, "logits")
    values = (logits, multi_class_labels, weights)
    with op_scope(scope, "sigmoid_cross_entropy_loss", *values) as scope:
        logits = convert_to_tensor(logits)
        labels = casting.cast(multi_class_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = cross_entropy.sigmoid_cross_entropy_with_logits(labels, logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def softmax_cross_entropy(
    onehot_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of the softmax cross entropies of rows (tf.losses.softmax_cross_entropy).

    label_smoothing: how far the labels move towards the uniform distribution.
    """
    require(onehot_labels, "onehot_labels", logits, "logits")
    values = (logits, onehot_labels, weights)
    with op_scope(scope, "softmax_cross_entropy_loss", *values) as scope:
        logits = convert_to_tensor(logits)
        labels = casting.cast(onehot_labels, logits.dtype)
        logits.shape.assert_is_compatible_with(labels.shape)
        if label_smoothing > 0:
            classes = casting.cast(array.shape(labels)[-1], logits.dtype)
            labels = labels * (1.0 - label_smoothing) + label_smoothing / classes
        labels = array.stop_gradient(labels, name="labels_stop_gradient")
        losses = cross_entropy.softmax_cross_entropy_with_logits_v2(labels, logits, name="xentropy")
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


def sparse_softmax_cross_entropy(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of the cross entropies with class numbers.

    (tf.losses.sparse_softmax_cross_entropy); a last axis of size 1 of labels or weights is dropped.
    """
    require(labels, "labels", logits, "logits")
    values = (logits, labels, weights)
    with op_scope(scope, "sparse_softmax_cross_entropy_loss", *values) as scope:
        with op_scope(None, "remove_squeezable_dimensions", labels, logits):
            labels, logits = convert_to_tensor(labels), convert_to_tensor(logits)
            if None not in (labels.shape.ndims, logits.shape.ndims):
                if labels.shape.ndims == logits.shape.ndims:
                    labels = shaping.squeeze(labels, [-1])
        weights = convert_to_tensor(weights)
        if None not in (labels.shape.ndims, weights.shape.ndims):
            if weights.shape.ndims == labels.shape.ndims + 1:
                weights = shaping.squeeze(weights, [-1])
        losses = cross_entropy.sparse_softmax_cross_entropy_with_logits(
            labels, logits, name="xentropy"
        )
        return compute_weighted_loss(losses, weights, scope, loss_collection, reduction)


# The collection


def add_loss(loss: Any, loss_collection: Any = GraphKeys.LOSSES) -> None:
    """Adds a loss to a collection of the default graph (tf.losses.add_loss)."""
    if loss_collection:
        context.get_default_graph().add_to_collection(loss_collection, loss)


def get_losses(scope: str | None = None, loss_collection: Any = GraphKeys.LOSSES) -> list[Any]:
    """The losses collected so far, with `scope` those whose names match (tf.losses.get_losses)."""
    losses: list[Any] = context.get_default_graph().get_collection(loss_collection, scope)
    return losses


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The regularization losses collected so far (tf.losses.get_regularization_losses)."""
    return get_losses(scope, GraphKeys.REGULARIZATION_LOSSES)


def get_regularization_loss(
    scope: str | None = None, name: str = "total_regularization_loss"
) -> Any:
    """The sum of the regularization losses, 0.0 without any (tf.losses.get_regularization_loss)."""
    losses = get_regularization_losses(scope)
    return arithmetic.add_n(losses, name=name) if losses else constant(0.0)


def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Any:
    """The sum of all collected losses (tf.losses.get_total_loss); ValueError without any."""
    losses = get_losses(scope)
    if add_regularization_losses:
        losses += get_regularization_losses(scope)
    return arithmetic.add_n(losses, name=name)
