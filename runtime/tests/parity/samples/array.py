"""Samples of `minigraph.ops.array`."""

from . import counting, ramp, sample

_TYPES = "float32 float64 complex64 int32"

SAMPLES = {
    "Const": [
        sample("tf.constant([[1.0, 2.0], [3.0, 4.0]])"),
        sample("tf.constant(7, tf.int64, shape=[2, 2])"),
        sample("tf.constant([1, 2], shape=[2, 3])"),
        sample("tf.constant(['a', b'b'])"),
        sample("tf.constant([], tf.float32)"),
        sample("tf.constant(1 + 2j)"),
        sample("tf.constant(1.5, tf.int32)"),
        sample("tf.constant(x)", x=ramp(2)),
    ],
    "NoOp": [sample("op()"), sample("tf.no_op(name='nothing')"), sample("tf.group(x)", x=1.0)],
    "Placeholder": [
        sample("x", x=ramp(2, 3), dtypes=_TYPES),
        sample("x", x=["a", "b"]),
        sample("tf.placeholder(tf.float32, [2, None])"),
        sample("tf.placeholder('float33')"),
        sample("op(dtype=tf.int32, shape=[2])"),
    ],
    "PlaceholderWithDefault": [
        sample("tf.placeholder_with_default(x, [None, 3])", x=ramp(2, 3)),
        sample("tf.placeholder_with_default(x, None) * 2.0", x=ramp(2)),
        sample("tf.placeholder_with_default([1, 2], [2])"),
        sample("tf.placeholder_with_default(x, [3])", x=ramp(2)),
    ],
    "Identity": [
        sample("tf.identity(x)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.identity(x)", x=["a"]),
        sample("tf.identity(x) + x", x=2.0),
    ],
    "IdentityN": [
        sample("tf.identity_n([x, y])", x=ramp(2), y=3),
        sample("op(input=[x, y])", x=ramp(2), y=ramp(3)),
    ],
    "StopGradient": [
        sample("tf.stop_gradient(x)", x=ramp(2, 3)),
        sample("tf.stop_gradient(x) * x", x=ramp(2, 3)),
        sample("tf.stop_gradient(x)", x=counting(3)),
    ],
    "Shape": [
        sample("tf.shape(x)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.shape(x, out_type=tf.int64)", x=ramp(0, 3)),
        sample("tf.shape(x)", x=1.0),
        sample("op(input=x, out_type=tf.float32)", x=ramp(2)),
        sample("tf.zeros(tf.shape(x))", x=ramp(2, 3)),
    ],
    "ShapeN": [
        sample("tf.shape_n([x, y])", x=ramp(2, 3), y=ramp(4)),
        sample("op(input=[x], out_type=tf.int64)", x=ramp(2, 3)),
    ],
    "Size": [
        sample("tf.size(x)", x=ramp(2, 3)),
        sample("tf.size(x, out_type=tf.int64)", x=ramp(0, 3)),
        sample("op(input=x)", x=["a", "b"]),
    ],
    "Rank": [
        sample("tf.rank(x)", x=ramp(2, 3)),
        sample("op(input=x)", x=1),
    ],
    "Fill": [
        sample("tf.fill([2, 3], x)", x=1.5, dtypes=_TYPES),
        sample("tf.fill(d, x)", d=[2, 0], x=7),
        sample("tf.fill(d, x)", d=[2, 3], x=1.5),
        sample("tf.fill([2], x)", x=ramp(2)),
        sample("tf.fill(d, 1.0)", d=[-1, 2]),
        sample("tf.fill(d, 1.0)", d=2),
        sample("tf.fill([2], 'a')"),
    ],
    "ZerosLike": [
        sample("op(x=x)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.zeros_like(x)", x=ramp(2, 3)),
        sample("tf.zeros_like(x)", x=["a"]),
        sample("tf.zeros_like(x, dtype=tf.int32)", x=ramp(2)),
        sample("tf.zeros_like(x, optimize=False)", x=ramp(2)),
    ],
    "OnesLike": [
        sample("op(x=x)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.ones_like(x)", x=counting(2, 3)),
        sample("tf.ones_like(x, dtype=tf.float64)", x=counting(2)),
        sample("op(x=x)", x=["a"]),
    ],
}
