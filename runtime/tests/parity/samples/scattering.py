"""Samples of `minigraph.ops.scattering`."""

import numpy as np

from . import ramp, sample

_KINDS = ("update", "add", "sub", "mul", "div", "max", "min")
_ND_KINDS = ("update", "add", "sub", "max", "min")


def _rows(kind, resource):
    make = f"v = tf.Variable(x, use_resource={resource})\n"
    call = f"{make}tf.scatter_{kind}(v, i, y)"
    method = f"{make}v.scatter_{kind}(tf.IndexedSlices(y, i))"
    return [
        sample(call, x=ramp(3, 2), i=[2, 0], y=ramp(2, 2, low=1.0), dtypes="float32 float64"),
        sample(method, x=ramp(3, 2), i=[2, 0], y=ramp(2, 2, low=1.0)),
        sample(call, x=np.array([7, -8, 9], np.int32), i=[2, 1], y=np.array([2, 3], np.int32)),
        sample(call, x=ramp(3, 2), i=1, y=[1.0, 2.0]),
        sample(call, x=ramp(3, 2), i=[1, 2], y=3.0),
        sample(call, x=ramp(3), i=[3], y=[1.5]),
        sample(call, x=ramp(3, 2), i=[1], y=ramp(2, 2)),
        sample(call, x=ramp(3), i=np.array([1], np.int64), y=[2.0]),
        sample(call, x=ramp(3), i=np.array([1.0], np.float32), y=[2.0]),
    ]


def _elements(kind, resource):
    make = f"v = tf.Variable(x, use_resource={resource})\n"
    function = f"tf.scatter_nd_{kind}(v, i, y)"
    call = make + (f"v.scatter_nd_{kind}(i, y)" if kind in ("max", "min") else function)
    return [
        sample(call, x=ramp(3, 2), i=[[2, 0], [0, 1]], y=[1.0, 2.0], dtypes="float32 float64"),
        sample(call, x=ramp(3, 2), i=[[2], [0]], y=ramp(2, 2)),
        sample(call, x=ramp(3), i=[[1]], y=[5.0]),
        sample(call, x=ramp(3), i=[[4]], y=[5.0]),
        sample(call, x=ramp(3, 2), i=[[0, 2]], y=[5.0]),
        sample(call, x=ramp(3, 2), i=[[2], [0]], y=ramp(3, 2)),
        sample(call, x=ramp(3, 2), i=[[2], [0]], y=ramp(2, 3)),
    ]


_BATCH = "tf.batch_scatter_update(tf.Variable(x, use_resource={}), i, y)"

SAMPLES = {
    **{f"Scatter{kind.title()}": _rows(kind, False) for kind in _KINDS},
    **{f"ResourceScatter{kind.title()}": _rows(kind, True) for kind in _KINDS},
    **{f"ScatterNd{kind.title()}": _elements(kind, False) for kind in _ND_KINDS},
    **{f"ResourceScatterNd{kind.title()}": _elements(kind, True) for kind in _ND_KINDS},
}
for _resource, _op in ((False, "ScatterNdUpdate"), (True, "ResourceScatterNdUpdate")):
    SAMPLES[_op].append(
        sample(_BATCH.format(_resource), x=ramp(2, 3), i=[[0, 2], [1, 1]], y=ramp(2, 2))
    )
