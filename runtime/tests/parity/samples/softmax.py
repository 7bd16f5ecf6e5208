"""Samples of `minigraph.ops.softmax`."""

import numpy as np

from . import ramp, sample


def _along(name):
    return [
        sample(f"tf.nn.{name}(x)", x=ramp(2, 3), dtypes="float32 float64"),
        sample(f"tf.nn.{name}(x)", x=ramp(4)),
        sample(f"tf.nn.{name}(x)", x=ramp(2, 2, 3)),
        sample(f"tf.nn.{name}(x)", x=[[1000.0, 1.0], [-1000.0, np.inf]]),
        sample(f"tf.nn.{name}(x)", x=1.0),
        sample(f"tf.nn.{name}(x)", x=ramp(0, 3)),
        sample(f"tf.nn.{name}(tf.reshape(x, [2, 3]), axis=0)", x=ramp(2, 3)),
        sample(f"tf.nn.{name}(tf.reshape(x, [2, 3]), dim=2)", x=ramp(2, 3)),
        sample(f"tf.nn.{name}(x)", x=3),
    ]


SAMPLES = {"Softmax": _along("softmax"), "LogSoftmax": _along("log_softmax")}
