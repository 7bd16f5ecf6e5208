"""Streaming counts of right and wrong answers, and what is made of them (tf.metrics)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.log import logger
from minigraph.ops import (
    arithmetic,
    array,
    assignment,
    casting,
    checks,
    comparison,
    elementwise,
    reductions,
    repeating,
    shape_checks,
    shaping,
)
from minigraph.train import metrics
from minigraph.variables import scope

Metric = Callable[..., tuple[Any, Any]]


def _as_truth_values(labels: Any, predictions: Any, weights: Any) -> tuple[Any, Any, Any]:
    predictions = casting.cast(predictions, dtypes.bool)
    labels = casting.cast(labels, dtypes.bool)
    predictions, labels, weights = metrics.remove_squeezable_dimensions(
        predictions, labels, weights
    )
    return labels, predictions, weights


def _counter(name: str, label: bool, prediction: bool) -> Metric:
    """The metric that counts the pairs of this label and this prediction."""

    def count(
        labels: Any,
        predictions: Any,
        weights: Any = None,
        metrics_collections: Any = None,
        updates_collections: Any = None,
        name: str | None = None,
    ) -> tuple[Any, Any]:
        metrics.refuse_eager(kind)
        with scope.variable_scope(name, kind, (predictions, labels, weights)):
            labels, predictions, weights = _as_truth_values(labels, predictions, weights)
            found = comparison.logical_and(
                comparison.equal(labels, label), comparison.equal(predictions, prediction)
            )
            total = metrics.metric_variable("count")
            values = casting.cast(found, dtypes.float32)
            if weights is not None:
                check = shape_checks.assert_rank_in(weights, (0, array.rank(values)))
                with context.get_default_graph().control_dependencies([check]):
                    weights = casting.cast(weights, dtypes.float32)
                    values = elementwise.multiply(values, weights)
            with context.get_default_graph().control_dependencies(None):
                value = array.identity(total)
            update = assignment.assign_add(total, reductions.reduce_sum(values))
            return metrics.collected(value, update, metrics_collections, updates_collections)

    kind = name
    count.__name__ = name
    count.__doc__ = (
        f"How many predictions so far were {prediction} where the label was {label}, by weight "
        f"(tf.metrics.{name}).\n\n    Returns (the count, an operation that takes in the batch and "
        "returns the new count).\n    "
    )
    return count


true_positives = _counter("true_positives", True, True)
true_negatives = _counter("true_negatives", False, False)
false_positives = _counter("false_positives", False, True)
false_negatives = _counter("false_negatives", True, False)


def _share(others: Metric, collections: tuple[Any, Any], *batch: Any) -> tuple[Any, Any]:
    """The true positives among these and `others`; 0 as long as there are none of both."""
    true, new_true = true_positives(*batch)
    other, new_other = others(*batch)

    def share(part: Any, rest: Any, name: str) -> Any:
        some = comparison.greater(part + rest, 0)
        return comparison.where_v2(some, arithmetic.divide(part, part + rest), 0, name)

    with context.get_default_graph().control_dependencies(None):
        value = share(true, other, "value")
    update = share(new_true, new_other, "update_op")
    return metrics.collected(value, update, *collections)


def precision(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The share of true ones among the positive predictions so far (tf.metrics.precision).

    Returns (the share, an operation that takes in the batch and returns the new share).
    """
    metrics.refuse_eager("precision")
    with scope.variable_scope(name, "precision", (predictions, labels, weights)):
        batch = _as_truth_values(labels, predictions, weights)
        collections = (metrics_collections, updates_collections)
        return _share(false_positives, collections, *batch)


def recall(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:
    """The share of the positive labels so far that were predicted (tf.metrics.recall).

    Returns (the share, an operation that takes in the batch and returns the new share).
    """
    metrics.refuse_eager("recall")
    with scope.variable_scope(name, "recall", (predictions, labels, weights)):
        batch = _as_truth_values(labels, predictions, weights)
        collections = (metrics_collections, updates_collections)
        return _share(false_negatives, collections, *batch)


_EPSILON = 1e-7  # how far the outermost thresholds lie beyond 0 and 1
_SUMMATIONS: dict[str, Callable[..., Any]] = {
    "trapezoidal": lambda a, b: (a + b) / 2.0,
    "careful_interpolation": lambda a, b: (a + b) / 2.0,
    "minoring": elementwise.minimum,
    "majoring": elementwise.maximum,
}


def auc(
    labels: Any,
    predictions: Any,
    weights: Any = None,
    num_thresholds: int = 200,
    metrics_collections: Any = None,
    updates_collections: Any = None,
    curve: str = "ROC",
    name: str | None = None,
    summation_method: str = "trapezoidal",
    thresholds: Any = None,
) -> tuple[Any, Any]:
    """The area under the curve of true against false positives so far (tf.metrics.auc).

    predictions: in [0, 1]. curve: "ROC", or "PR" for precision against recall. The curve is known
    at `num_thresholds` points. Returns (the area, an operation that takes in the batch and returns
    the new area). Raises ValueError for another curve or summation.
    """
    metrics.refuse_eager("auc")
    with scope.variable_scope(name, "auc", (labels, predictions, weights)):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"Curve must be either ROC or PR. Curve {curve} is unknown.")
        if thresholds is None:
            count = num_thresholds - 1
            thresholds = [(index + 1) * 1.0 / count for index in range(num_thresholds - 2)]
        thresholds = [0.0 - _EPSILON, *sorted(thresholds), 1.0 + _EPSILON]
        counts, new_counts = _counts(labels, predictions, thresholds, weights)
        with context.get_default_graph().control_dependencies(None):
            value = _area(counts, curve, summation_method, "value")
        update = _area(new_counts, curve, summation_method, "update_op")
        return metrics.collected(value, update, metrics_collections, updates_collections)


def _counts(
    labels: Any, predictions: Any, thresholds: Sequence[float], weights: Any
) -> tuple[list[Any], list[Any]]:
    """True positives, false negatives, true negatives and false positives at each threshold."""
    predictions = convert.convert_to_tensor(predictions)
    message = "predictions must be in [0, 1]"
    limits = [casting.cast(limit, predictions.dtype) for limit in (0.0, 1.0)]
    in_range = [
        checks.assert_greater_equal(predictions, limits[0], message=message),
        checks.assert_less_equal(predictions, limits[1], message=message),
    ]
    with context.get_default_graph().control_dependencies(in_range):
        predictions, labels, weights = metrics.remove_squeezable_dimensions(
            casting.cast(predictions, dtypes.float32), casting.cast(labels, dtypes.bool), weights
        )
    number = len(thresholds)
    limits = shaping.expand_dims(convert.constant(thresholds), 1)
    positive = comparison.greater(shaping.reshape(predictions, [1, -1]), limits)
    true = repeating.tile(shaping.reshape(labels, [1, -1]), [number, 1])
    if weights is not None:
        weights = metrics.broadcast_weights(casting.cast(weights, dtypes.float32), predictions)
        weights = shaping.reshape(weights, [1, -1])
    negative, false = comparison.logical_not(positive), comparison.logical_not(true)
    counts, new_counts = [], []
    for name, label, prediction in (
        ("true_positives", true, positive),
        ("false_negatives", true, negative),
        ("true_negatives", false, negative),
        ("false_positives", false, positive),
    ):
        total = metrics.metric_variable(name, [number])
        found = casting.cast(comparison.logical_and(label, prediction), dtypes.float32)
        if weights is not None:
            found *= weights
        counts.append(total)
        new_counts.append(assignment.assign_add(total, reductions.reduce_sum(found, 1)))
    return counts, new_counts


def _area(counts: list[Any], curve: str, summation: str, name: str) -> Any:
    (tp, fn, tn, fp), epsilon = counts, 1.0e-6
    if curve == "PR" and summation == "careful_interpolation":
        return _careful_area(tp, fp, fn)
    if curve == "PR" and summation == "trapezoidal":
        logger.warning(
            "Trapezoidal rule is known to produce incorrect PR-AUCs; please switch to "
            '"careful_interpolation" instead.'
        )
    recalls = arithmetic.divide(tp + epsilon, tp + fn + epsilon)
    if curve == "ROC":
        x, y = arithmetic.divide(fp, fp + tn + epsilon), recalls
    else:
        x, y = recalls, arithmetic.divide(tp + epsilon, tp + fp + epsilon)
    if summation not in _SUMMATIONS:
        raise ValueError(
            f"Invalid summation_method: {summation} summation_method should be 'trapezoidal', "
            "'careful_interpolation', 'minoring', or 'majoring'."
        )
    heights = _SUMMATIONS[summation](y[:-1], y[1:])
    return reductions.reduce_sum(elementwise.multiply(x[:-1] - x[1:], heights), name=name)


def _careful_area(tp: Any, fp: Any, fn: Any) -> Any:
    """The area under precision against recall, with precision interpolated between thresholds."""
    gained, positive = tp[:-1] - tp[1:], tp + fp
    before, after = positive[:-1], positive[1:]
    slope = arithmetic.div_no_nan(gained, elementwise.maximum(before - after, 0), name="prec_slope")
    intercept = tp[1:] - elementwise.multiply(slope, after)
    ratio = comparison.where(
        comparison.logical_and(before > 0, after > 0),
        arithmetic.div_no_nan(before, elementwise.maximum(after, 0), name="recall_relative_ratio"),
        array.ones_like(after),
    )
    parts = arithmetic.div_no_nan(
        slope * (gained + intercept * elementwise.log(ratio)),
        elementwise.maximum(tp[1:] + fn[1:], 0),
        name="pr_auc_increment",
    )
    return reductions.reduce_sum(parts, name="interpolate_pr_auc")
