"""Samples of `minigraph.ops.pooling`."""

import numpy as np

from . import ramp, sample

_X = np.sin(np.arange(2 * 5 * 4 * 2, dtype=np.float32)).reshape(2, 5, 4, 2)
_ATTRS = "ksize=[1, 2, 2, 1], strides=[1, 2, 1, 1], padding='SAME'"
_OUTPUT = "y = tf.nn.max_pool(x, [1, 2, 2, 1], [1, 2, 1, 1], 'SAME')\n"
_GRAD = np.cos(_X[:, :3] * 3)


def _pool(name):
    return [
        sample(f"tf.nn.{name}(x, 2, 2, 'SAME')", x=_X, dtypes="float32 float64"),
        sample(f"tf.nn.{name}(x, [1, 3, 2, 1], [1, 2, 1, 1], 'VALID')", x=_X),
        sample(f"tf.nn.{name}(x, 3, 1, 'VALID')", x=ramp(1, 2, 2, 1)),
        sample(f"tf.nn.{name}(x, 2, 2, 'SAME')", x=ramp(2, 2)),
        sample(f"tf.nn.{name}(x, [1, 2, 2], 2, 'SAME')", x=_X),
    ]


SAMPLES = {
    "MaxPool": [
        *_pool("max_pool"),
        sample("tf.nn.max_pool(x, 2, 1, 'SAME')", x=np.arange(8).reshape(1, 2, 2, 2)),
        sample("tf.nn.max_pool(x, 2, 2, [[0, 0], [1, 0], [1, 1], [0, 0]])", x=_X),
    ],
    "MaxPoolGrad": [
        sample(f"{_OUTPUT}op(orig_input=x, orig_output=y, grad=g, {_ATTRS})", x=_X, g=_GRAD),
    ],
    "MaxPoolGradGrad": [
        sample(f"{_OUTPUT}op(orig_input=x, orig_output=y, grad=g, {_ATTRS})", x=_X, g=np.cos(_X)),
    ],
    "AvgPool": _pool("avg_pool"),
    "AvgPoolGrad": [
        sample(f"op(orig_input_shape=[2, 5, 4, 2], grad=g, {_ATTRS})", g=_GRAD),
    ],
}
