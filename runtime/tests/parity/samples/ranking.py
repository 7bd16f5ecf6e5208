"""Samples of `minigraph.ops.ranking`."""

import numpy as np

from . import ramp, sample

_TIES = np.array([[1.0, 3.0, 2.0, 3.0], [0.0, 0.0, 5.0, -1.0]], np.float32)

SAMPLES = {
    "TopKV2": [
        sample("tf.nn.top_k(x, 3)", x=_TIES, dtypes="float32 float64 int32"),
        sample("tf.nn.top_k(x)", x=_TIES[0]),
        sample("tf.nn.top_k(x, k)", x=_TIES, k=2),
        sample("tf.nn.top_k(x, 5)", x=_TIES),
        sample("tf.nn.top_k(x, -1)", x=_TIES),
        sample("tf.nn.top_k(x)", x=1.0),
        sample("tf.nn.top_k(x, 2, index_type=tf.int64)", x=_TIES),
    ],
    "InTopKV2": [
        sample("tf.nn.in_top_k(x, t, 2)", x=_TIES, t=np.array([2, 0], np.int32)),
        sample("tf.nn.in_top_k(x, t, 2)", x=_TIES, t=np.array([1, 9], np.int32)),
        sample("tf.nn.in_top_k(x, t, 1)", x=[[np.nan, 1.0]], t=np.array([1], np.int32)),
        sample("tf.nn.in_top_k(x, t, 1)", x=ramp(2, 3), t=np.array([1], np.int32)),
    ],
}
