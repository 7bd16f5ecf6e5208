"""Samples of `minigraph.ops.packing`."""

from . import counting, ramp, sample

_TYPES = "float32 float64 complex64 int32"

SAMPLES = {
    "Pack": [
        sample("tf.stack([x, y])", x=ramp(2, 3), y=ramp(2, 3), dtypes=_TYPES),
        sample("tf.stack([x, y], axis=-1)", x=ramp(2, 3), y=ramp(2, 3)),
        sample("tf.stack([x, y], axis=1)", x=ramp(2), y=ramp(2)),
        sample("tf.stack([x, 2.0])", x=1.0),
        sample("tf.stack([x, y])", x=ramp(2), y=ramp(3)),
        sample("tf.stack([x, y], axis=3)", x=ramp(2), y=ramp(2)),
        sample("tf.stack([x, y])", x=ramp(2), y=counting(2)),
        sample("tf.stack([])"),
        sample("tf.stack([x, y])", x="a", y="b"),
    ],
    "Unpack": [
        sample("tf.unstack(x)", x=ramp(2, 3)),
        sample("tf.unstack(x, axis=1)", x=ramp(2, 3)),
        sample("tf.unstack(x, 2, axis=-2)", x=ramp(2, 3)),
        sample("tf.unstack(x, 3)", x=ramp(2, 3)),
        sample("tf.unstack(x, 2, axis=2)", x=ramp(2, 3)),
        sample("tf.unstack(x)", x=1.0),
        sample("op(value=x, num=2)", x=counting(2, 2)),
    ],
}
