"""tf.losses: losses with weights, and the collection that holds them."""

from __future__ import annotations

# fmt: off
from minigraph.ops.losses import (
    Reduction, add_loss, compute_weighted_loss, get_losses, get_regularization_loss,
    get_regularization_losses, get_total_loss, sigmoid_cross_entropy, softmax_cross_entropy,
    sparse_softmax_cross_entropy,
)
from minigraph.ops.margin_losses import (
    absolute_difference, cosine_distance, hinge_loss, huber_loss, log_loss,
    mean_pairwise_squared_error, mean_squared_error,
)
# fmt: on
