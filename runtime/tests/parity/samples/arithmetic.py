"""Samples of `minigraph.ops.arithmetic`."""

from . import ramp, sample

SAMPLES = {
    "AddN": [
        sample("tf.add_n([x, y, x])", x=ramp(2, 3), y=ramp(2, 3), dtypes="float32 float64"),
        sample("tf.add_n([x, y])", x=ramp(2, 3), y=ramp(3)),
        sample("tf.add_n([x, y])", x=ramp(2), y=ramp(3)),
        sample("tf.accumulate_n([x, y], name='total')", x=ramp(2), y=ramp(2)),
        sample("tf.add_n([])"),
        sample("op(inputs=[x])", x=ramp(2)),
        sample("tf.add_n([x, y])", x=1, y=2),
        sample("tf.add_n([x, y])", x=1.0, y=2),
    ],
}
