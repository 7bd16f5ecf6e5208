"""Samples of `minigraph.ops.elementwise_gradients`: ops that only gradients build."""

import numpy as np

from . import ramp, sample


def _of(name):
    y, dy = ramp(4, low=0.2, high=0.9), ramp(4)
    return [
        sample("op(y=y, dy=dy)", y=y, dy=dy, dtypes="float32 float64"),
        sample("op(y=y, dy=dy)", y=y.astype(np.complex64), dy=dy.astype(np.complex64)),
    ]


SAMPLES = {
    name: _of(name)
    for name in ("TanhGrad", "SigmoidGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad")
}
