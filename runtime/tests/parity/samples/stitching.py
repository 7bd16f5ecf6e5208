"""Samples of `minigraph.ops.stitching`."""

import numpy as np

from . import ramp, sample

_I = np.array([0, 2], np.int32)
_J = np.array([[1], [3]], np.int32)

SAMPLES = {
    "DynamicStitch": [
        sample("tf.dynamic_stitch([i, j], [x, y])", i=_I, j=_J, x=ramp(2, 3), y=ramp(2, 1, 3)),
        sample("tf.dynamic_stitch([i, i], [x, y])", i=_I, x=ramp(2), y=-ramp(2)),
        sample("tf.dynamic_stitch([0, [1, 2]], [x, y])", x=1.0, y=ramp(2)),
    ],
    "ListDiff": [
        sample("tf.setdiff1d(x, y)", x=np.array([1, 2, 3, 2], np.int32), y=_I),
        sample("tf.setdiff1d(x, y, index_dtype=tf.int64)", x=ramp(3), y=ramp(1)),
    ],
}
