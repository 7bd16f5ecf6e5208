"""Samples of `minigraph.ops.shaping`."""

from . import counting, ramp, sample

_TYPES = "float32 float64 complex64 int32"

SAMPLES = {
    "Reshape": [
        sample("tf.reshape(x, [3, 2])", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.reshape(x, [-1])", x=ramp(2, 3)),
        sample("tf.reshape(x, [3, -1, 1])", x=ramp(2, 3)),
        sample("tf.reshape(x, s)", x=ramp(2, 3), s=[3, -1]),
        sample("tf.reshape(x, s)", x=ramp(2, 3), s=[4, 2]),
        sample("tf.reshape(x, [4])", x=ramp(2, 3)),
        sample("tf.reshape(x, [-1, 4])", x=ramp(2, 3)),
        sample("tf.reshape(x, [-1, -1])", x=ramp(2, 3)),
        sample("tf.reshape(x, [])", x=ramp(1)),
        sample("tf.reshape(x, [0, -1])", x=ramp(0, 3)),
        sample("tf.reshape(x, [-2, 3])", x=ramp(2, 3)),
        sample("tf.reshape(x, 6)", x=ramp(2, 3)),
        sample("tf.reshape(x, [2.0, 3.0])", x=ramp(2, 3)),
        sample("tf.reshape(x, [1, 2])", x=["a", "b"]),
    ],
    "Transpose": [
        sample("tf.transpose(x)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.transpose(x, [0, 2, 1])", x=ramp(2, 3, 2)),
        sample("tf.transpose(x, p)", x=ramp(2, 3, 2), p=[2, 0, 1]),
        sample("tf.transpose(x)", x=1.0),
        sample("tf.transpose(x, [0, 0])", x=ramp(2, 3)),
        sample("tf.transpose(x, [0, 2])", x=ramp(2, 3)),
        sample("tf.transpose(x, [0])", x=ramp(2, 3)),
        sample("tf.transpose(x, [-1, 0])", x=ramp(2, 3)),
    ],
    "InvertPermutation": [
        sample("tf.invert_permutation(x)", x=[2, 0, 1]),
        sample("tf.invert_permutation(x)", x=[0, 0, 1]),
        sample("tf.invert_permutation(x)", x=[0, 3, 1]),
        sample("tf.invert_permutation(x)", x=counting(2, 2)),
    ],
    "ExpandDims": [
        sample("tf.expand_dims(x, 0)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.expand_dims(x, -1)", x=ramp(2, 3)),
        sample("tf.expand_dims(x, a)", x=ramp(2, 3), a=1),
        sample("tf.expand_dims(x, 0)", x=1.0),
        sample("tf.expand_dims(x, 3)", x=ramp(2, 3)),
        sample("tf.expand_dims(x, -4)", x=ramp(2, 3)),
        sample("tf.expand_dims(x)", x=ramp(2)),
    ],
    "Squeeze": [
        sample("tf.squeeze(x)", x=ramp(1, 2, 1), dtypes=_TYPES),
        sample("tf.squeeze(x, [0])", x=ramp(1, 2, 1)),
        sample("tf.squeeze(x, axis=-1)", x=ramp(1, 2, 1)),
        sample("tf.squeeze(x, [1])", x=ramp(1, 2, 1)),
        sample("tf.squeeze(x, [5])", x=ramp(1, 2, 1)),
        sample("tf.squeeze(x)", x=1.0),
    ],
    "ConcatV2": [
        sample("tf.concat([x, y], 0)", x=ramp(2, 3), y=ramp(1, 3), dtypes=_TYPES),
        sample("tf.concat([x, y], -1)", x=ramp(2, 3), y=ramp(2, 1)),
        sample("tf.concat([x, y, x], a)", x=ramp(2, 3), y=ramp(2, 3), a=1),
        sample("tf.concat([x, y], 0)", x=ramp(2, 3), y=ramp(1, 2)),
        sample("tf.concat([x, y], 0)", x=ramp(2, 3), y=ramp(3)),
        sample("tf.concat([x, y], 2)", x=ramp(2, 3), y=ramp(2, 3)),
        sample("tf.concat([x, y], 0)", x=1.0, y=2.0),
        sample("tf.concat([x, y], 0)", x=ramp(2), y=counting(2)),
        sample("tf.concat([x], 0)", x=ramp(2)),
        sample("tf.concat([], 0)"),
        sample("op(values=[x], axis=0)", x=ramp(2)),
        sample("tf.concat([x, y], 0)", x=["a"], y=["b"]),
        sample("tf.concat([x, y], 0)", x=ramp(0, 3), y=ramp(2, 3)),
    ],
    "ConcatOffset": [
        sample("op(concat_dim=d, shape=[a, b])", d=0, a=[2, 3], b=[4, 3]),
        sample("op(concat_dim=1, shape=[a, b])", a=[2, 3], b=[2, 5]),
    ],
}
