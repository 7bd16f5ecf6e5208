"""Samples of `minigraph.ops.shape_checks`."""

from . import ramp, sample

SAMPLES = {
    "EnsureShape": [
        sample("tf.ensure_shape(x, [2, None])", x=ramp(2, 3), dtypes="float32 int32"),
        sample("op(input=x, shape=[3, 2]) + 0.0", x=ramp(2, 3)),
    ],
}
