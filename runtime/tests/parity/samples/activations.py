"""Samples of `minigraph.ops.activations`."""

import numpy as np

from . import ramp, sample

_X = ramp(7, low=-3.0, high=8.0)
_EDGES = np.array([np.nan, 0.0, -200.0, 200.0], np.float32)


def _function(name):
    return [
        sample(f"tf.nn.{name}(x)", x=_X, dtypes="float32 float64"),
        sample(f"tf.nn.{name}(x)", x=_EDGES),
        sample(f"tf.nn.{name}(x)", x=ramp(2, 0)),
        sample(f"tf.nn.{name}(x)", x=np.array([-2, 0, 3], np.int32)),
        sample(f"tf.nn.{name}(x)", x=np.array(b"a")),
    ]


def _of_gradient(second):
    inputs = {"gradients": ramp(7), second: _X}
    arguments = f"op(gradients=gradients, {second}={second})"
    return [sample(arguments, **inputs, dtypes="float32 float64")]


SAMPLES = {
    "Relu": _function("relu"),
    "Relu6": _function("relu6"),
    "Elu": _function("elu"),
    "Selu": _function("selu"),
    "SeluGrad": _of_gradient("outputs"),
    "Softplus": [*_function("softplus"), sample("tf.log_sigmoid(x)", x=_X)],
    "Softsign": [
        # Its gradient has no gradient, so the second derivative is an error.
        *_function("softsign"),
    ],
    "LeakyRelu": [*_function("leaky_relu"), sample("tf.nn.leaky_relu(x, 0.5)", x=_X)],
    "ReluGrad": _of_gradient("features"),
    "Relu6Grad": _of_gradient("features"),
    "EluGrad": _of_gradient("outputs"),
    "SoftsignGrad": _of_gradient("features"),
    "LeakyReluGrad": _of_gradient("features"),
}
