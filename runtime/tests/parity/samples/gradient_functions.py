"""Samples of `minigraph.ops.gradient_functions`."""

from . import sample

SAMPLES = {"FakeParam": [sample("tf.zeros_like(op(dtype=tf.float32, shape=[2, 3]))")]}
