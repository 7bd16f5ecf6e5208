"""Samples of `minigraph.ops.repeating`."""

from . import counting, ramp, sample

_TYPES = "float32 float64 int32"

SAMPLES = {
    "Tile": [
        sample("tf.tile(x, [2, 3])", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.tile(x, m)", x=ramp(2, 3), m=[1, 2]),
        sample("tf.tile(x, m)", x=ramp(2), m=[0]),
        sample("tf.tile(x, m)", x=ramp(2), m=[-1]),
        sample("tf.tile(x, [2])", x=ramp(2, 3)),
        sample("tf.tile(x, m)", x=ramp(2, 3), m=2),
        sample("tf.tile(x, [2])", x=["a", "b"]),
        sample("op(input=x, multiples=m)", x=1.0, m=counting(0)),
    ],
    "Pad": [
        sample("tf.pad(x, [[1, 0], [0, 2]])", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.pad(x, p)", x=ramp(2), p=[[1, 2]]),
        sample("tf.pad(x, p)", x=ramp(2), p=[[-1, 2]]),
        sample("tf.pad(x, [[1, 0]])", x=ramp(2, 3)),
        sample("tf.pad(x, [1, 0])", x=ramp(2)),
        sample("tf.pad(x, [[1, 0]], mode='nonsense')", x=ramp(2)),
    ],
    "PadV2": [
        sample("tf.pad(x, [[1, 0], [0, 2]], constant_values=9)", x=ramp(2, 3), dtypes=_TYPES),
        sample("op(input=x, paddings=p, constant_values=y)", x=ramp(2), p=[[1, 2]], y=7.0),
    ],
    "BroadcastTo": [
        sample("tf.broadcast_to(x, [2, 3])", x=ramp(3), dtypes=_TYPES),
        sample("tf.broadcast_to(x, s)", x=ramp(2, 1), s=[4, 2, 3]),
        sample("tf.broadcast_to(x, [2, 2])", x=ramp(3)),
        sample("tf.broadcast_to(x, s)", x=ramp(3), s=[2]),
        sample("tf.broadcast_to(x, [3])", x=ramp(2, 3)),
        sample("tf.broadcast_to(x, [2])", x=1.0),
        sample("tf.broadcast_to(x, [2])", x="a"),
    ],
    "BroadcastGradientArgs": [
        sample("op(s0=a, s1=b)", a=[2, 3], b=[3]),
        sample("op(s0=a, s1=b)", a=[2, 1, 3], b=[4, 1]),
        sample("op(s0=a, s1=b)", a=[1], b=[1]),
        sample("op(s0=a, s1=b)", a=counting(0), b=[3]),
    ],
    "Split": [
        sample("tf.split(x, 3, axis=1)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.split(x, 2)", x=ramp(2, 3)),
        sample("tf.split(x, 2, axis=a)", x=ramp(2, 4), a=-1),
        sample("tf.split(x, 2, axis=1)", x=ramp(2, 3)),
        sample("tf.split(x, 2, axis=2)", x=ramp(2, 3)),
        sample("tf.split(x, 1)", x=1.0),
        sample("tf.split(x, 0)", x=ramp(2)),
    ],
    "SplitV": [
        sample("tf.split(x, [1, 2], axis=1)", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.split(x, [1, -1])", x=ramp(4)),
        sample("tf.split(x, n, axis=0, num=2)", x=ramp(4), n=[3, 1]),
        sample("tf.split(x, n, axis=0, num=2)", x=ramp(4), n=[3, 2]),
        sample("tf.split(x, [1, 1], axis=1)", x=ramp(2, 3)),
        sample("tf.split(x, [-1, -1])", x=ramp(4)),
        sample("tf.split(x, [0, 4])", x=ramp(4)),
    ],
    "ReverseV2": [
        sample("tf.reverse(x, [0])", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.reverse(x, a)", x=ramp(2, 3), a=[1, 0]),
        sample("tf.reverse(x, [-1])", x=ramp(2, 3)),
        sample("tf.reverse(x, [2])", x=ramp(2, 3)),
        sample("tf.reverse(x, a)", x=ramp(2, 3), a=[0, 0]),
        sample("tf.reverse(x, 0)", x=ramp(2, 3)),
        sample("tf.reverse(x, [0])", x=["a", "b"]),
    ],
}
