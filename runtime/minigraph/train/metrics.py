"""Streaming metrics: means over many runs, kept in local variables (tf.metrics)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.graph_keys import GraphKeys
from minigraph.ops import (
    arithmetic,
    array,
    assignment,
    casting,
    comparison,
    diagonals,
    elementwise,
    losses,
    reductions,
    scattering,
    shaping,
)
from minigraph.ops.confusion import confusion_matrix, with_equal_ranks
from minigraph.variables import scope
from minigraph.variables.base import VariableAggregation, VariableSynchronization
from minigraph.variables.reference import VariableV1


def refuse_eager(name: str) -> None:
    """RuntimeError in eager mode: a metric lives in a graph."""
    if context.executing_eagerly():
        raise RuntimeError(f"tf.metrics.{name} is not supported when eager execution is enabled.")


def collected(
    value: Any, update: Any, metrics_collections: Any, updates_collections: Any
) -> tuple[Any, Any]:
    """The two tensors of a metric, each added to its collections."""
    graph = context.get_default_graph()
    if metrics_collections:
        graph.add_to_collections(metrics_collections, value)
    if updates_collections:
        graph.add_to_collections(updates_collections, update)
    return value, update


def metric_variable(name: str, shape: Sequence[int] = (), dtype: Any = dtypes.float32) -> Any:
    """A local variable of zeros that a metric counts in."""
    return VariableV1(
        lambda: array.zeros(shape, dtype),
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
    refuse_eager("mean")
    with scope.variable_scope(name, "mean", (values, weights)):
        values = casting.cast(values, dtypes.float32)
        total, count = metric_variable("total"), metric_variable("count")
        if weights is None:
            number = casting.cast(array.size(values), dtypes.float32)
        else:
            values, _, weights = remove_squeezable_dimensions(values, None, weights)
            weights = broadcast_weights(casting.cast(weights, dtypes.float32), values)
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
        return collected(value, update, metrics_collections, updates_collections)


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
    refuse_eager("accuracy")
    predictions, labels, weights = remove_squeezable_dimensions(predictions, labels, weights)
    predictions.shape.assert_is_compatible_with(labels.shape)
    if labels.dtype != predictions.dtype:
        predictions = casting.cast(predictions, labels.dtype)
    correct = casting.cast(comparison.equal(predictions, labels), dtypes.float32)
    return mean(correct, weights, metrics_collections, updates_collections, name or "accuracy")


def mean_iou(
    labels: Any,
    predictions: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean over the classes seen of intersection over union (tf.metrics.mean_iou).

    Returns (the mean, an operation that takes in the batch and returns the confusion matrix).
    Raises ValueError for shapes that do not fit.
    """
    refuse_eager("mean_iou")
    with scope.variable_scope(name, "mean_iou", (predictions, labels, weights)):
        predictions.shape.assert_is_compatible_with(labels.shape)
        size = (num_classes, num_classes)
        total = metric_variable("total_confusion_matrix", size, dtypes.float64)
        predictions, labels = (casting.cast(x, dtypes.int64) for x in (predictions, labels))
        predictions, labels, weights = map(_flat, (predictions, labels, weights))
        classes = casting.cast(num_classes, dtypes.int64)
        seen = confusion_matrix(labels, predictions, classes, dtypes.float64, weights=weights)
        update = assignment.assign_add(total, seen)
        with context.get_default_graph().control_dependencies(None):
            value = _mean_of_shares(total)
        return collected(value, update, metrics_collections, updates_collections)


def _flat(tensor: Any) -> Any:
    if tensor is None or tensor.shape.ndims <= 1:
        return tensor
    return shaping.reshape(tensor, [-1])


def _mean_of_shares(total: Any) -> Any:
    """The mean of intersection over union, of a confusion matrix; 0 for one without entries."""
    rows, columns, both = (
        casting.cast(part, dtypes.float32)
        for part in (
            reductions.reduce_sum(total, 0),
            reductions.reduce_sum(total, 1),
            diagonals.diag_part(total),
        )
    )
    union = rows + columns - both
    present = casting.cast(comparison.not_equal(union, 0), dtypes.float32)
    number = reductions.reduce_sum(present)
    union = comparison.where(comparison.greater(union, 0), union, array.ones_like(union))
    shares = reductions.reduce_sum(arithmetic.divide(both, union), name="mean_iou")
    return comparison.where(comparison.greater(number, 0), shares / number, 0)


def mean_per_class_accuracy(
    labels: Any,
    predictions: Any,
    num_classes: int,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean of each class's own accuracy (tf.metrics.mean_per_class_accuracy).

    Returns (the mean, an operation that takes in the batch and returns each class's accuracy).
    Raises ValueError for shapes that do not fit.
    """
    refuse_eager("mean_per_class_accuracy")
    with scope.variable_scope(name, "mean_accuracy", (predictions, labels, weights)):
        labels = casting.cast(labels, dtypes.int64)
        labels, predictions, weights = map(_flat, (labels, predictions, weights))
        predictions.shape.assert_is_compatible_with(labels.shape)
        total, count = (metric_variable(kind, [num_classes]) for kind in ("total", "count"))
        ones = array.ones([array.size(labels)], dtypes.float32)
        if labels.dtype != predictions.dtype:
            predictions = casting.cast(predictions, labels.dtype)
        correct = casting.cast(comparison.equal(predictions, labels), dtypes.float32)
        if weights is not None:
            weights = casting.cast(weights, dtypes.float32)
            correct, ones = correct * weights, ones * weights
        new_total = scattering.scatter_add(total, labels, ones)
        new_count = scattering.scatter_add(count, labels, correct)
        with context.get_default_graph().control_dependencies(None):
            each = arithmetic.div_no_nan(count, elementwise.maximum(total, 0))
            value = reductions.reduce_mean(each, name="mean_accuracy")
        largest = elementwise.maximum(new_total, 0)
        update = arithmetic.div_no_nan(new_count, largest, name="update_op")
        return collected(value, update, metrics_collections, updates_collections)


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean of all squared differences seen so far (tf.metrics.mean_squared_error).

    Returns and raises what `accuracy` does.
    """
    refuse_eager("mean_squared_error")
    predictions, labels, weights = remove_squeezable_dimensions(predictions, labels, weights)
    squares = elementwise.squared_difference(labels, predictions)
    name = name or "mean_squared_error"
    return mean(squares, weights, metrics_collections, updates_collections, name)


def root_mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The root of `mean_squared_error` (tf.metrics.root_mean_squared_error)."""
    refuse_eager("root_mean_squared_error")
    predictions, labels, weights = remove_squeezable_dimensions(predictions, labels, weights)
    name = name or "root_mean_squared_error"
    error, update = mean_squared_error(labels, predictions, weights, None, None, name)
    with context.get_default_graph().control_dependencies(None):
        root = elementwise.sqrt(error)
    new_root = elementwise.sqrt(update)
    return collected(root, new_root, metrics_collections, updates_collections)


def mean_absolute_error(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The mean of all absolute differences seen so far (tf.metrics.mean_absolute_error).

    Returns and raises what `accuracy` does.
    """
    refuse_eager("mean_absolute_error")
    predictions, labels, weights = remove_squeezable_dimensions(predictions, labels, weights)
    differences = arithmetic.abs(predictions - labels)
    name = name or "mean_absolute_error"
    return mean(differences, weights, metrics_collections, updates_collections, name)


def remove_squeezable_dimensions(
    predictions: Any, labels: Any, weights: Any
) -> tuple[Any, Any, Any]:
    """The three, with a last axis of size 1 dropped or added where that makes the ranks equal."""
    predictions = convert.convert_to_tensor(predictions)
    if labels is not None:
        labels, predictions = with_equal_ranks(labels, predictions)
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


def broadcast_weights(weights: Any, values: Any) -> Any:
    """The weight of each value; ValueError where static shapes do not fit."""
    known = weights.shape.is_fully_defined() and values.shape.is_fully_defined()
    if known and weights.shape.is_compatible_with(values.shape):
        return weights
    losses.check_weights(weights, values)
    with context.get_default_graph().name_scope("broadcast_weights") as scope_name:
        return elementwise.multiply(weights, array.ones_like(values), name=scope_name)
