"""Samples of `minigraph.ops.candidates`: the classes drawn are not TensorFlow's, all else is."""

import numpy as np

from . import sample

_LABELS = np.array([[1], [4]], np.int64)
_DRAWN = np.array([4, 2, 1, 4], np.int64)
_ATTRS = "num_sampled=3, unique=True, range_max=10"

SAMPLES = {
    "LogUniformCandidateSampler": [
        sample(f"op(true_classes=x, num_true=1, {_ATTRS})", random=True, x=_LABELS),
        sample("tf.nn.log_uniform_candidate_sampler(x, 1, 9, True, 9)[1:]", x=_LABELS, random=True),
        sample("tf.nn.log_uniform_candidate_sampler(x, 1, 3, False, 9)[1]", x=_LABELS),
        sample("tf.nn.log_uniform_candidate_sampler(x, 1, 9, True, 5)", x=_LABELS),
        sample("tf.nn.log_uniform_candidate_sampler(x, 2, 3, False, 9)", x=_LABELS),
    ],
    "ComputeAccidentalHits": [
        sample("tf.nn.compute_accidental_hits(x, y, 1)", x=_LABELS, y=_DRAWN),
        sample("op(true_classes=x, sampled_candidates=y, num_true=2)", x=_LABELS, y=_DRAWN),
    ],
}
