"""tf.nn.rnn_cell: what TensorFlow 2.21 has left of it, an error."""

from __future__ import annotations

from minigraph.compat.v1.layers import __getattr__ as __getattr__
