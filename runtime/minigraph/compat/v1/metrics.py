"""tf.metrics: means over many runs."""

from __future__ import annotations

from minigraph.train.metrics import accuracy, mean

__all__ = ["accuracy", "mean"]
