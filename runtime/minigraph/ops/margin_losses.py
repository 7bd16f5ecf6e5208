"""Further losses with weights: hinge, Huber, logarithmic and cosine (tf.losses)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minigraph import dtypes
from minigraph.graph_keys import GraphKeys
from minigraph.ops import (
    activations,
    arithmetic,
    array,
    casting,
    comparison,
    elementwise,
    losses,
    reductions,
    sequences,
)
from minigraph.ops.losses import Reduction
from minigraph.ops.naming import op_scope


def _weighted(
    name: str,
    labels: Any,
    predictions: Any,
    loss: Callable[[Any, Any], Any],
    options: tuple[Any, ...],
    argument: str = "predictions",
) -> Any:
    """`loss` of the labels and predictions as float32; options: weights and what follows them."""
    weights, scope, loss_collection, reduction = options
    losses.require(labels, "labels", predictions, argument)
    with op_scope(scope, name, predictions, labels, weights) as scope:
        predictions = casting.cast(predictions, dtypes.float32)
        labels = casting.cast(labels, dtypes.float32)
        predictions.shape.assert_is_compatible_with(labels.shape)
        values = loss(labels, predictions)
        return losses.compute_weighted_loss(values, weights, scope, loss_collection, reduction)


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of the squared differences (tf.losses.mean_squared_error)."""
    return _weighted(
        "mean_squared_error",
        labels,
        predictions,
        lambda y, p: elementwise.squared_difference(p, y),
        (weights, scope, loss_collection, reduction),
    )


def absolute_difference(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of the absolute differences (tf.losses.absolute_difference)."""
    return _weighted(
        "absolute_difference",
        labels,
        predictions,
        lambda y, p: arithmetic.abs(elementwise.subtract(p, y)),
        (weights, scope, loss_collection, reduction),
    )


def hinge_loss(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of how far logits are from the right side (tf.losses.hinge_loss).

    labels: 0.0 or 1.0.
    """

    def loss(labels: Any, logits: Any) -> Any:
        ones = array.ones_like(labels)
        signs = elementwise.subtract(2 * labels, ones)
        return activations.relu(elementwise.subtract(ones, elementwise.multiply(signs, logits)))

    options = (weights, scope, loss_collection, reduction)
    return _weighted("hinge_loss", labels, logits, loss, options, "logits")


def huber_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    delta: float = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """Half the squared differences up to `delta`, linear beyond (tf.losses.huber_loss)."""

    def loss(labels: Any, predictions: Any) -> Any:
        error = arithmetic.abs(elementwise.subtract(predictions, labels))
        quadratic = elementwise.minimum(error, delta)
        # Not a maximum with zero: at `delta` that would have a gradient of its own.
        linear = elementwise.subtract(error, quadratic)
        squares = 0.5 * elementwise.multiply(quadratic, quadratic)
        return arithmetic.add(squares, elementwise.multiply(delta, linear))

    options = (weights, scope, loss_collection, reduction)
    return _weighted("huber_loss", labels, predictions, loss, options)


def log_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    epsilon: float = 1e-7,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of the cross entropies of probabilities (tf.losses.log_loss)."""

    def loss(labels: Any, predictions: Any) -> Any:
        true = -elementwise.multiply(labels, elementwise.log(predictions + epsilon))
        return true - elementwise.multiply(1 - labels, elementwise.log(1 - predictions + epsilon))

    options = (weights, scope, loss_collection, reduction)
    return _weighted("log_loss", labels, predictions, loss, options)


def cosine_distance(
    labels: Any,
    predictions: Any,
    axis: int | None = None,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
    dim: int | None = None,
) -> Any:
    """One minus the products of vectors of length 1 along `axis` (tf.losses.cosine_distance).

    Raises ValueError without an axis.
    """
    if dim is not None and axis is not None:
        raise ValueError("Cannot specify both 'axis' and 'dim'.")
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify argument `axis`.")

    def loss(labels: Any, predictions: Any) -> Any:
        products = elementwise.multiply(predictions, labels)
        return 1 - reductions.reduce_sum(products, axis=(axis,), keepdims=True)

    options = (weights, scope, loss_collection, reduction)
    return _weighted("cosine_distance_loss", labels, predictions, loss, options)


def mean_pairwise_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: str | None = None,
    loss_collection: Any = GraphKeys.LOSSES,
) -> Any:
    """How the differences of pairs within a sample differ (tf.losses.mean_pairwise_squared_error).

    weights: a scalar, or one for each sample with further axes of size 1. Raises ValueError for
    shapes that do not fit.
    """
    losses.require(labels, "labels", predictions, "predictions")
    with op_scope(scope, "mean_pairwise_squared_error", predictions, labels, weights):
        weights = casting.cast(weights, dtypes.float32)
        labels = casting.cast(labels, dtypes.float32)
        losses.check_weights(weights, labels)
        predictions = casting.cast(predictions, dtypes.float32)
        predictions.shape.assert_is_compatible_with(labels.shape)
        differences = elementwise.subtract(predictions, labels)
        axes = sequences.range(1, array.rank(differences))
        count = losses.number_present(differences, weights, axes)
        squares = reductions.reduce_sum(elementwise.square(differences), axis=axes, keepdims=True)
        total = reductions.reduce_sum(differences, axis=axes, keepdims=True)
        others = elementwise.maximum(count - 1, 0)
        pairs = elementwise.maximum(elementwise.multiply(count, count - 1), 0)
        first = 2.0 * arithmetic.div_no_nan(squares, others, name="value")
        second = 2.0 * arithmetic.div_no_nan(elementwise.square(total), pairs, name="value")
        loss = reductions.reduce_sum(elementwise.multiply(first - second, weights))
        some = reductions.reduce_sum(count) > 0
        loss = comparison.where(some, loss, array.zeros_like(loss), name="value")
        losses.add_loss(loss, loss_collection)
        return loss
