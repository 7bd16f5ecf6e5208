"""Samples of `minigraph.ops.segments`."""

import numpy as np

from . import ramp, sample

SAMPLES = {
    "SegmentSum": [
        sample(
            "tf.segment_sum(x, k)",
            x=ramp(3, 2),
            k=np.array([0, 0, 2], np.int32),
            dtypes="float32 float64",
        ),
        sample("tf.segment_sum(x, k)", x=ramp(2), k=np.array([1, 0], np.int32)),
        sample("tf.segment_sum(x, k)", x=ramp(2), k=np.array([0, 0, 1], np.int32)),
        sample("tf.segment_sum(x, k)", x=ramp(0, 2), k=np.zeros(0, np.int32)),
    ],
}
