"""How often each class was taken for each other: the confusion matrix."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes
from minigraph.convert import convert_to_tensor
from minigraph.ops import array, casting, checks, elementwise, gathering, reductions, shaping
from minigraph.ops.grouping import with_dependencies
from minigraph.ops.naming import op_scope
from minigraph.ops.packing import stack


def confusion_matrix(
    labels: Any,
    predictions: Any,
    num_classes: Any = None,
    dtype: Any = dtypes.int32,
    name: str | None = None,
    weights: Any = None,
) -> Any:
    """How often class i was predicted as j: [num_classes, num_classes] (tf.confusion_matrix).

    num_classes: one more than the largest class unless given; weights: what each pair counts.
    An InvalidArgumentError where a class is negative or too large.
    """
    with op_scope(name, "confusion_matrix", predictions, labels, num_classes, weights):
        labels = convert_to_tensor(labels, name="labels")
        predictions = convert_to_tensor(predictions, name="predictions")
        labels, predictions = with_equal_ranks(labels, predictions)
        predictions = casting.cast(predictions, dtypes.int64)
        labels = casting.cast(labels, dtypes.int64)
        labels = _checked(labels, "labels")
        predictions = _checked(predictions, "predictions")
        if num_classes is None:
            largest = elementwise.maximum(
                reductions.reduce_max(predictions), reductions.reduce_max(labels)
            )
            num_classes = largest + 1
        else:
            limit = casting.cast(num_classes, dtypes.int64)
            labels = _checked(labels, "labels", limit)
            predictions = _checked(predictions, "predictions", limit)
        if weights is not None:
            weights = convert_to_tensor(weights, name="weights")
            predictions.shape.assert_is_compatible_with(weights.shape)
            weights = casting.cast(weights, dtype)
        shape = stack([num_classes, num_classes])
        indices = stack([labels, predictions], axis=1)
        values = array.ones_like(predictions, dtype) if weights is None else weights
        return gathering.scatter_nd(indices, values, casting.cast(shape, dtypes.int64))


def _checked(classes: Any, kind: str, limit: Any = None) -> Any:
    if limit is None:
        text = f"`{kind}` contains negative values"
        check = checks.assert_non_negative(classes, message=text)
    else:
        check = checks.assert_less(classes, limit, message=f"`{kind}` out of bound")
    return with_dependencies([] if check is None else [check], classes)


def with_equal_ranks(labels: Any, predictions: Any) -> tuple[Any, Any]:
    """Without a last dimension of one that only one of the two has."""
    graph = context.get_default_graph()
    with graph.name_scope("remove_squeezable_dimensions"):
        predictions = convert_to_tensor(predictions)
        labels = convert_to_tensor(labels)
        rank, other = predictions.shape.ndims, labels.shape.ndims
        if rank is None or other is None:
            return labels, predictions
        if rank - other == 1 and predictions.shape.dims[-1].is_compatible_with(1):
            return labels, shaping.squeeze(predictions, [-1])
        if other - rank == 1 and labels.shape.dims[-1].is_compatible_with(1):
            return shaping.squeeze(labels, [-1]), predictions
        return labels, predictions
