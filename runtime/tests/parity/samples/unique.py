"""Samples of `minigraph.ops.unique`."""

import numpy as np

from . import ramp, sample

SAMPLES = {
    "Unique": [
        sample("tf.unique(x)", x=[3, 1, 3, 2, 1]),
        sample("y, idx = tf.unique(x)\n[y, idx]", x=ramp(4)),
        sample("tf.unique(x, out_idx=tf.int64)", x=[3.0, 3.0]),
        sample("tf.unique(x)", x=np.array([b"b", b"a", b"b"])),
        sample("tf.unique(x)", x=np.zeros(0, np.float32)),
        sample("tf.unique(x)", x=ramp(2, 2)),
    ]
}
