"""tf.losses: losses with weights, and the collection that holds them."""

from __future__ import annotations

# fmt: off
from minigraph.ops.losses import (
    Reduction, absolute_difference, add_loss, compute_weighted_loss, get_losses,
    get_regularization_loss, get_regularization_losses, get_total_loss, mean_squared_error,
    sigmoid_cross_entropy, softmax_cross_entropy, sparse_softmax_cross_entropy,
)
# fmt: on
