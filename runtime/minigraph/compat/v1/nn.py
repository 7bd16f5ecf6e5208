"""tf.nn: what neural networks are made of."""

from __future__ import annotations

# fmt: off
from minigraph.compat.v1 import rnn_cell as rnn_cell
from minigraph.ops.activations import (
    crelu, elu, leaky_relu, relu, relu6, selu, softplus, softsign, swish, swish as silu,
)
from minigraph.ops.candidates import (
    compute_accidental_hits, log_uniform_candidate_sampler, nce_loss, sampled_softmax_loss,
)
from minigraph.ops.convolution import conv2d, conv2d_transpose
from minigraph.ops.cross_entropy import (
    sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits_v2, sparse_softmax_cross_entropy_with_logits,
    weighted_cross_entropy_with_logits,
)
from minigraph.ops.elementwise import sigmoid, tanh
from minigraph.ops.embeddings import embedding_lookup
from minigraph.ops.nn import (
    batch_normalization, bias_add, dropout, l2_loss, l2_normalize, moments, xw_plus_b,
    zero_fraction,
)
from minigraph.ops.pooling import (
    avg_pool, avg_pool as avg_pool2d, max_pool, max_pool2d,
)
from minigraph.ops.ranking import in_top_k, top_k
from minigraph.ops.softmax import log_softmax, softmax
# fmt: on
