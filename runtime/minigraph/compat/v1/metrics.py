"""tf.metrics: means and counts over many runs."""

from __future__ import annotations

# fmt: off
from minigraph.train.class_metrics import (
    auc, false_negatives, false_positives, precision, recall, true_negatives, true_positives,
)
from minigraph.train.metrics import (
    accuracy, mean, mean_absolute_error, mean_iou, mean_per_class_accuracy, mean_squared_error,
    root_mean_squared_error,
)
# fmt: on

__all__ = [
    "accuracy", "auc", "false_negatives", "false_positives", "mean", "mean_absolute_error",
    "mean_iou", "mean_per_class_accuracy", "mean_squared_error",
    "precision", "recall", "root_mean_squared_error", "true_negatives", "true_positives",
]  # fmt: skip
