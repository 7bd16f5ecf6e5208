"""Samples of `minigraph.ops.nn`."""

from . import ramp, sample

SAMPLES = {
    "BiasAdd": [
        sample("tf.nn.bias_add(x, b)", x=ramp(2, 3), b=ramp(3), dtypes="float32 float64 int32"),
        sample("tf.nn.bias_add(x, b, 'NCHW')", x=ramp(2, 3, 2), b=ramp(3)),
        sample("tf.nn.bias_add(x, b)", x=ramp(2, 3), b=ramp(2)),
        sample("tf.nn.bias_add(x, b)", x=ramp(3), b=ramp(3)),
        sample("tf.nn.bias_add(x, b, 'X')", x=ramp(2, 3), b=ramp(3)),
        sample("tf.nn.xw_plus_b(x, w, b)", x=ramp(2, 3), w=ramp(3, 2), b=ramp(2)),
    ],
    "BiasAddGrad": [
        sample("op(out_backprop=x)", x=ramp(2, 3), dtypes="float32 float64"),
        sample("op(out_backprop=x, data_format='NCHW')", x=ramp(2, 3, 2)),
    ],
    "L2Loss": [
        sample("tf.nn.l2_loss(x)", x=ramp(2, 3), dtypes="float32 float64"),
        sample("tf.nn.l2_loss(x)", x=2.0),
        sample("tf.nn.l2_loss(x)", x=2),
    ],
}
