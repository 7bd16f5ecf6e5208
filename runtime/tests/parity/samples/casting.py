"""Samples of `minigraph.ops.casting`."""

import numpy as np

from . import ramp, sample

_EDGES = np.array([np.nan, np.inf, -np.inf, 1e20, -1.7, 300.5], np.float32)

SAMPLES = {
    "Cast": [
        sample("tf.cast(x, tf.float64)", x=ramp(2, 3)),
        sample("tf.cast(x, tf.float16)", x=ramp(2, 3)),
        sample("tf.cast(x, tf.int32)", x=[1.9, -1.9, 0.0]),
        sample("tf.cast(x, tf.int32)", x=_EDGES),
        sample("tf.cast(x, tf.uint8)", x=np.array([-1, 300, 5], np.int32)),
        sample("tf.cast(x, tf.bool)", x=[0.0, 0.5, np.nan]),
        sample("tf.cast(x, tf.float32)", x=np.array([True, False])),
        sample("tf.cast(x, tf.float32)", x=np.array([1 + 2j], np.complex64)),
        sample("tf.cast(x, tf.complex64)", x=ramp(3)),
        sample("tf.cast(x, tf.float32)", x=np.array([b"1"])),
        sample("tf.cast(x, tf.string)", x=1.0),
        sample("tf.cast(x, 'nonsense')", x=1.0),
        sample("tf.to_float(x)", x=np.array([1, 2], np.int32)),
        sample("tf.to_double(x), tf.to_int32(x), tf.to_int64(x)", x=ramp(3)),
        sample("tf.cast(1, tf.float32)"),
        sample("tf.reshape(y, tf.cast(tf.shape(x), tf.int64))", x=ramp(2, 3), y=ramp(6)),
    ],
}
