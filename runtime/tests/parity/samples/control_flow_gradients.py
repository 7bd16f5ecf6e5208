"""Samples of `minigraph.ops.control_flow_gradients`."""

from . import sample

SAMPLES = {"FakeParam": [sample("tf.zeros_like(op(dtype=tf.float32, shape=[2, 3]))")]}
