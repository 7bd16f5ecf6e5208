"""Samples of `minigraph.ops.slicing`."""

from . import counting, ramp, sample

_TYPES = "float32 float64 complex64 int32"

SAMPLES = {
    "Slice": [
        sample("tf.slice(x, [1, 0], [1, 2])", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.slice(x, [0, 1], [-1, -1])", x=ramp(2, 3)),
        sample("tf.slice(x, b, s)", x=ramp(2, 3), b=[0, 1], s=[2, 2]),
        sample("tf.slice(x, b, s)", x=ramp(2, 3), b=[0, 1], s=[2, 3]),
        sample("tf.slice(x, b, s)", x=ramp(2, 3), b=[-1, 1], s=[1, 1]),
        sample("tf.slice(x, [0, 1], [2, 3])", x=ramp(2, 3)),
        sample("tf.slice(x, [0], [1])", x=ramp(2, 3)),
        sample("tf.slice(x, [2, 0], [0, 3])", x=ramp(2, 3)),
        sample("tf.slice(x, [1], [1])", x=["a", "b"]),
    ],
    "StridedSlice": [
        sample("x[0]", x=ramp(2, 3), dtypes=_TYPES),
        sample("x[:, 1]", x=ramp(2, 3)),
        sample("x[1:, ::2]", x=ramp(2, 3)),
        sample("x[::-1, -1]", x=ramp(2, 3)),
        sample("x[..., 0]", x=ramp(2, 3, 2)),
        sample("x[tf.newaxis, :, tf.newaxis]", x=ramp(2, 3)),
        sample("x[i]", x=ramp(4, 2), i=2),
        sample("x[i:j]", x=ramp(4, 2), i=1, j=3),
        sample("x[i]", x=ramp(4, 2), i=9),
        sample("x[5]", x=ramp(2)),
        sample("x[0, 0, 0]", x=ramp(2, 3)),
        sample("x[3:1]", x=ramp(4)),
        sample("x[::0]", x=ramp(4)),
        sample("x[..., ...]", x=ramp(2, 3)),
        sample("x[1.0]", x=ramp(2)),
        sample("x[0]", x=1.0),
        sample("tf.strided_slice(x, [0, 0], [2, 3], [1, 2])", x=ramp(2, 3)),
        sample("tf.strided_slice(x, [1], [2], shrink_axis_mask=1)", x=ramp(2, 3)),
        sample("tf.strided_slice(x, [0, 1], [0, 0], begin_mask=1, end_mask=3)", x=ramp(2, 3)),
        sample("tf.strided_slice(x, [0], [2, 3])", x=ramp(2, 3)),
        sample("x[0:1]", x=["a", "b"]),
    ],
    "StridedSliceGrad": [
        sample("op(shape=[2, 3], begin=[1], end=[2], strides=[1], dy=x)", x=ramp(1, 3)),
        sample(
            "op(shape=s, begin=[1], end=[2], strides=[1], dy=x, shrink_axis_mask=1)",
            s=[2, 3],
            x=ramp(3),
        ),
        sample("op(shape=[4], begin=[3], end=[0], strides=[-2], dy=x)", x=ramp(2)),
        sample("op(shape=[4], begin=[0], end=[4], strides=[2], dy=x)", x=counting(2)),
    ],
}
