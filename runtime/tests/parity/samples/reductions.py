"""Samples of `minigraph.ops.reductions`."""

import numpy as np

from . import ramp, sample

_TIES = np.array([[1.0, 3.0, 3.0], [3.0, 0.0, 1.0]], np.float32)
_TRUTH = np.array([[True, False], [True, True]])


def _over_axes(name):
    return [
        sample(f"tf.{name}(x)", x=ramp(2, 3, low=0.5), dtypes="float32 float64 int32"),
        sample(f"tf.{name}(x, 0)", x=ramp(2, 3)),
        sample(f"tf.{name}(x, axis=[-1, 0])", x=ramp(2, 3, 2)),
        sample(f"tf.{name}(x, 1, keepdims=True)", x=ramp(2, 3)),
        sample(f"tf.{name}(x, reduction_indices=[1], keep_dims=True)", x=ramp(2, 3)),
        sample(f"tf.{name}(x, a)", x=ramp(2, 3), a=1),
        sample(f"tf.{name}(x)", x=2.5),
        sample(f"tf.{name}(x)", x=ramp(0, 2)),
        sample(f"tf.{name}(x, 0)", x=ramp(0, 2)),
        sample(f"tf.{name}(x, 5)", x=ramp(2)),
        sample(f"tf.{name}(x, -3)", x=ramp(2, 2)),
        sample(f"tf.{name}(x, [0, 0])", x=ramp(2)),
        sample(f"tf.{name}(x, [[0]])", x=ramp(2)),
        sample(f"tf.{name}(x, 0, reduction_indices=0)", x=ramp(2)),
        sample(f"tf.{name}(x)", x=np.array([b"a"])),
    ]


def _truth(name):
    return [
        sample(f"tf.{name}(x)", x=_TRUTH),
        sample(f"tf.{name}(x, 0)", x=_TRUTH),
        sample(f"tf.{name}(x, 1, keepdims=True)", x=_TRUTH),
        sample(f"tf.{name}(x)", x=np.zeros(0, bool)),
        sample(f"tf.{name}(x)", x=1),
    ]


def _position(name):
    return [
        sample(f"tf.{name}(x)", x=_TIES, dtypes="float32 int32"),
        sample(f"tf.{name}(x, 1)", x=_TIES),
        sample(f"tf.{name}(x, axis=-1, output_type=tf.int32)", x=_TIES),
        sample(f"tf.{name}(x, dimension=0)", x=_TIES),
        sample(f"tf.{name}(x)", x=[1.0, np.nan, 2.0]),
        sample(f"tf.{name}(x, 2)", x=_TIES),
        sample(f"tf.{name}(x)", x=ramp(0)),
        sample(f"tf.{name}(x)", x=np.array([b"a"])),
    ]


def _running(name):
    return [
        sample(f"tf.{name}(x)", x=ramp(2, 3), dtypes="float32 float64 int32"),
        sample(f"tf.{name}(x, axis=1, exclusive=True)", x=ramp(2, 3)),
        sample(f"tf.{name}(x, axis=-1, reverse=True)", x=ramp(2, 3)),
        sample(f"tf.{name}(x, 1, True, True)", x=ramp(2, 3)),
        sample(f"tf.{name}(x, 3)", x=ramp(2)),
    ]


SAMPLES = {
    "Sum": [
        *_over_axes("reduce_sum"),
        sample("tf.count_nonzero(x)", x=[0.0, 1.0, 2.0]),
        sample("tf.reduce_sum(x)", x=np.array([200, 100], np.uint8)),
    ],
    "Prod": _over_axes("reduce_prod"),
    "Mean": [
        *_over_axes("reduce_mean"),
        sample("tf.reduce_mean(x)", x=np.array([-1, -2], np.int32)),
        sample("tf.reduce_mean(x)", x=np.zeros(0, np.int32)),
        sample("tf.math.reduce_std(x), tf.math.reduce_variance(x, 0)", x=ramp(2, 3)),
    ],
    "Max": [
        *_over_axes("reduce_max"),
        sample("tf.reduce_max(x, 1)", x=_TIES),
        sample("tf.reduce_max(x)", x=np.zeros(0, np.int32)),
        sample("tf.reduce_logsumexp(x), tf.reduce_logsumexp(x, 1, True)", x=ramp(2, 3)),
        sample("tf.reduce_logsumexp(x)", x=[1000.0, 1000.5]),
    ],
    "Min": [
        *_over_axes("reduce_min"),
        sample("tf.reduce_min(x, 1)", x=_TIES),
        sample("tf.reduce_min(x)", x=np.zeros(0, np.int32)),
    ],
    "Any": _truth("reduce_any"),
    "All": _truth("reduce_all"),
    "ArgMax": _position("argmax"),
    "ArgMin": _position("argmin"),
    "Cumsum": _running("cumsum"),
    "Cumprod": _running("cumprod"),
}
