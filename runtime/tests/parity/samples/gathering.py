"""Samples of `minigraph.ops.gathering`."""

from . import ramp, sample

_TYPES = "float32 float64 int32"

SAMPLES = {
    "GatherV2": [
        sample("tf.gather(x, [2, 0, 2])", x=ramp(3, 2), dtypes=_TYPES),
        sample("tf.gather(x, i)", x=ramp(3, 2), i=[[0, 1], [2, 2]]),
        sample("tf.gather(x, i, axis=1)", x=ramp(3, 2), i=[1, 0, 1]),
        sample("tf.gather(x, i, axis=a)", x=ramp(3, 2), i=[1, 0], a=-1),
        sample("tf.gather(x, 1)", x=ramp(3, 2)),
        sample("tf.gather(x, i)", x=ramp(3, 2), i=[5]),
        sample("tf.gather(x, i)", x=ramp(3, 2), i=[-1]),
        sample("tf.gather(x, i, axis=2)", x=ramp(3, 2), i=[0]),
        sample("tf.gather(x, i)", x=1.0, i=[0]),
        sample("tf.gather(x, [0.5])", x=ramp(3)),
        sample("tf.gather(x, i)", x=["a", "b"], i=[1]),
        sample("tf.gather(x, i)", x=ramp(0, 2), i=[0]),
    ],
    "GatherNd": [
        sample("tf.gather_nd(x, [[0, 1], [1, 0]])", x=ramp(2, 3), dtypes=_TYPES),
        sample("tf.gather_nd(x, i)", x=ramp(2, 3), i=[[1], [0], [1]]),
        sample("tf.gather_nd(x, i)", x=ramp(2, 3), i=[1, 2]),
        sample("tf.gather_nd(x, i)", x=ramp(2, 3), i=[[0, 3]]),
        sample("tf.gather_nd(x, i)", x=ramp(2, 3), i=[[0, 0, 0]]),
    ],
    "ScatterNd": [
        sample("tf.scatter_nd([[1], [3]], x, [4])", x=ramp(2), dtypes=_TYPES),
        sample("tf.scatter_nd(i, x, [3, 2])", i=[[2], [0]], x=ramp(2, 2)),
        sample("tf.scatter_nd(i, x, s)", i=[[1], [1]], x=ramp(2), s=[3]),
        sample("tf.scatter_nd(i, x, s)", i=[[1], [5]], x=ramp(2), s=[3]),
        sample("tf.scatter_nd(i, x, [3])", i=[[1], [2]], x=ramp(3)),
        sample("tf.scatter_nd(i, x, [3])", i=[[1, 1]], x=ramp(1)),
    ],
    "UnsortedSegmentSum": [
        sample("tf.unsorted_segment_sum(x, [1, 0, 1], 2)", x=ramp(3, 2), dtypes=_TYPES),
        sample("tf.unsorted_segment_sum(x, i, n)", x=ramp(3), i=[0, -1, 3], n=4),
        sample("tf.unsorted_segment_sum(x, i, n)", x=ramp(3), i=[0, 1, 5], n=2),
        sample("tf.unsorted_segment_sum(x, i, 2)", x=ramp(3, 2), i=[0, 1]),
        sample("tf.unsorted_segment_sum(x, i, n)", x=ramp(2), i=[0, 1], n=-1),
        sample("tf.unsorted_segment_sum(x, i, 2)", x=ramp(2, 2), i=[[0, 1], [1, 1]]),
    ],
    "Where": [
        sample("tf.where(x)", x=[[True, False], [True, True]]),
        sample("tf.where(x)", x=ramp(2, 3) > 0),
        sample("tf.where(x)", x=[0, 1, 2]),
        sample("tf.where(x)", x=[0.0, 1.0]),
        sample("tf.where(x)", x=True),
        sample("tf.where(x)", x=[False, False]),
    ],
    "OneHot": [
        sample("tf.one_hot(i, 3)", i=[0, 2, 1]),
        sample("tf.one_hot(i, d, on_value=x, off_value=y)", i=[0, 5], d=3, x=2.5, y=-1.0),
        sample("tf.one_hot(i, 3, axis=0)", i=[[0, 2], [1, -1]]),
        sample("tf.one_hot(i, 3, on_value=5, off_value=1, dtype=tf.int32)", i=1),
        sample("tf.one_hot(i, 3, on_value=True, off_value=False, dtype=tf.bool)", i=[1]),
        sample("tf.one_hot(i, d)", i=[0, 1], d=-1),
        sample("tf.one_hot(i, 3, axis=3)", i=[0, 1]),
        sample("tf.one_hot(i, 3)", i=[0.5]),
        sample("tf.one_hot(i, 2, on_value=1.0, off_value=0)", i=[0]),
    ],
}
