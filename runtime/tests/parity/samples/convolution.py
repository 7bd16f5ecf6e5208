"""Samples of `minigraph.ops.convolution`."""

from . import ramp, sample

_X, _F = ramp(2, 5, 4, 2), ramp(3, 2, 2, 3)
_ATTRS = "strides=[1, 2, 1, 1], padding='SAME'"

SAMPLES = {
    "Conv2D": [
        sample("tf.nn.conv2d(x, f, 1, 'SAME')", x=_X, f=_F, dtypes="float32 float64"),
        sample("tf.nn.conv2d(x, f, [1, 2, 1, 1], 'VALID')", x=_X, f=_F),
        sample("tf.nn.conv2d(x, f, [2], 'VALID', dilations=[2, 1])", x=_X, f=_F),
        sample("tf.nn.conv2d(x, f, 2, [[0, 0], [1, 0], [2, 1], [0, 0]])", x=_X, f=_F),
        sample("tf.nn.conv2d(x, f, 1, 'VALID')", x=ramp(1, 2, 2, 2), f=_F),
        sample("tf.nn.conv2d(x, f, 1, 'SAME')", x=_X, f=ramp(3, 2, 3, 3)),
        sample("tf.nn.conv2d(x, f, 1, 'SAME')[:0]", x=_X, f=ramp(3, 2, 1, 3)),
        sample("tf.nn.conv2d(x, f, 1, 'SAME')", x=ramp(2, 2), f=_F),
        sample("tf.nn.conv2d(x, f, [1, 2, 3], 'SAME')", x=_X, f=_F),
        sample("tf.nn.conv2d(x, f, 1, 'OTHER')", x=_X, f=_F),
    ],
    "Conv2DBackpropInput": [
        sample(
            f"op(input_sizes=[2, 5, 4, 2], filter=f, out_backprop=g, {_ATTRS})",
            f=_F,
            g=ramp(2, 3, 4, 3),
        ),
    ],
    "Conv2DBackpropFilter": [
        sample(
            f"op(input=x, filter_sizes=[3, 2, 2, 3], out_backprop=g, {_ATTRS})",
            x=_X,
            g=ramp(2, 3, 4, 3),
        ),
    ],
}
