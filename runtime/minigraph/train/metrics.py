"""Streaming metrics: means over many runs, kept in local variables (tf.metrics)."""

from __future__ import annotations

from typing import Any

from minigraph import context, convert, dtypes
from minigraph.graph_keys import GraphKeys
from minigraph.ops import (
    arithmetic,
    array,
    assignment,
    casting,
    comparison,
    elementwise,
    losses,
    reductions,
    shaping,
)
from minigraph.variables import scope
from minigraph.variables.base import VariableAggregation, VariableSynchronization
from minigraph.variables.reference import VariableV1


def _metric_variable(name: str) -> Any:
    return VariableV1(
        lambda: array.zeros([], dtypes.float32),
        trainable=False,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
        synchronization=VariableSynchronization.ON_READ,
        aggregation=VariableAggregation.SUM,
        name=name,
    )


def mean(
    values: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean of all values seen so far (tf.metrics.mean).

    Returns (the mean, an operation that takes in `values` and returns the new mean).
    Raises ValueError for weights that do not fit the values.
    """
    if context.executing_eagerly():
        raise RuntimeError("tf.metrics.mean is not supported when eager execution is enabled.")
    with scope.variable_scope(name, "mean", (values, weights)):
        values = casting.cast(values, dtypes.float32)
        total, count = _metric_variable("total"), _metric_variable("count")
        if weights is None:
            number = casting.cast(array.size(values), dtypes.float32)
        else:
            values, _, weights = _remove_squeezable_dimensions(values, None, weights)
            weights = _broadcast(casting.cast(weights, dtypes.float32), values)
            values = elementwise.multiply(values, weights)
            number = reductions.reduce_sum(weights)
        new_total = assignment.assign_add(total, reductions.reduce_sum(values))
        graph = context.get_default_graph()
        with graph.control_dependencies([values]):
            new_count = assignment.assign_add(count, number)
        with graph.control_dependencies(None):
            value = arithmetic.div_no_nan(total, elementwise.maximum(count, 0), name="value")
        update = arithmetic.div_no_nan(
            new_total, elementwise.maximum(new_count, 0), name="update_op"
        )
        if metrics_collections:
            graph.add_to_collections(metrics_collections, value)
        if updates_collections:
            graph.add_to_collections(updates_collections, update)
        return value, update


def accuracy(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The share of predictions seen so far that equal their labels (tf.metrics.accuracy).

    Returns (the accuracy, an operation that takes in the batch and returns the new accuracy).
    Raises ValueError for shapes that do not fit.
    """
    if context.executing_eagerly():
        raise RuntimeError("tf.metrics.accuracy is not supported when eager execution is enabled.")
    predictions, labels, weights = _remove_squeezable_dimensions(predictions, labels, weights)
    predictions.shape.assert_is_compatible_with(labels.shape)
    if labels.dtype != predictions.dtype:
        predictions = casting.cast(predictions, labels.dtype)
    correct = casting.cast(comparison.equal(predictions, labels), dtypes.float32)
    return mean(correct, weights, metrics_collections, updates_collections, name or "accuracy")


def _remove_squeezable_dimensions(
    predictions: Any, labels: Any, weights: Any
) -> tuple[Any, Any, Any]:
    """Drops or adds a last axis of size 1 where that makes the ranks equal."""
    predictions = convert.convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = _with_equal_ranks(labels, predictions)
        predictions.shape.assert_is_compatible_with(labels.shape)
    if weights is None:
        return predictions, labels, None
    weights = convert.convert_to_tensor(weights)
    rank, wanted = weights.shape.ndims, predictions.shape.ndims
    if rank not in (None, 0) and wanted is not None:
        if rank - wanted == 1:
            weights = shaping.squeeze(weights, [-1])
        elif wanted - rank == 1:
            weights = shaping.expand_dims(weights, [-1])
    return predictions, labels, weights


def _with_equal_ranks(labels: Any, predictions: Any) -> tuple[Any, Any]:
    graph = context.get_default_graph()
    with graph.name_scope("remove_squeezable_dimensions"):
        predictions = convert.convert_to_tensor(predictions)
        labels = convert.convert_to_tensor(labels)
        rank, other = predictions.shape.ndims, labels.shape.ndims
        if rank is None or other is None:
            return labels, predictions
        if rank - other == 1 and predictions.shape.dims[-1].is_compatible_with(1):
            return labels, shaping.squeeze(predictions, [-1])
        if other - rank == 1 and labels.shape.dims[-1].is_compatible_with(1):
            return shaping.squeeze(labels, [-1]), predictions
        return labels, predictions


def _broadcast(weights: Any, values: Any) -> Any:
    """The weight of each value; ValueError where static shapes do not fit."""
    known = weights.shape.is_fully_defined() and values.shape.is_fully_defined()
    if known and weights.shape.is_compatible_with(values.shape):
        return weights
    losses.check_weights(weights, values)
    with context.get_default_graph().name_scope("broadcast_weights") as scope_name:
        return elementwise.multiply(weights, array.ones_like(values), name=scope_name)
