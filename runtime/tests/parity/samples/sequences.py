"""Samples of `minigraph.ops.sequences`."""

from . import sample

SAMPLES = {
    "Range": [
        sample("tf.range(3)"),
        sample("tf.range(a, 9, 2)", a=1),
        sample("tf.range(3, 0, -1)"),
        sample("tf.range(0, 1, 0.25)"),
        sample("tf.range(0.0, 1.0, 0.1)"),
        sample("tf.range(a)", a=2.5),
        sample("tf.range(2, dtype=tf.int64)"),
        sample("tf.range(5, 1)"),
        sample("tf.range(a, 1)", a=5),
        sample("tf.range(0, 5, 0)"),
        sample("tf.range(0, 5, a)", a=0),
        sample("tf.convert_to_tensor(range(1, 4))"),
        sample("tf.range(0, 0)"),
    ],
    "LinSpace": [
        sample("op(start=a, stop=b, num=5)", a=1.0, b=2.0, dtypes="float32 float64"),
        sample("op(start=a, stop=b, num=1)", a=1.0, b=2.0),
        sample("op(start=a, stop=b, num=n)", a=1.0, b=2.0, n=3),
    ],
}
