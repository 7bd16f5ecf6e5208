"""Samples of `minigraph.ops.sparse`."""

from . import counting, ramp, sample

_TO_DENSE = "tf.sparse_to_dense(i, [3, 2], x)"

SAMPLES = {
    "SparseToDense": [
        sample(_TO_DENSE, i=[[0, 1], [2, 0]], x=ramp(2)),
        sample(_TO_DENSE, i=[[0, 1], [2, 0]], x=3),
        sample(_TO_DENSE, i=[[2, 1], [0, 0]], x=ramp(2)),
        sample(_TO_DENSE, i=[[2, 1], [2, 1]], x=counting(2)),
        sample(_TO_DENSE, i=[[3, 0]], x=counting(1)),
        sample("tf.sparse_to_dense(i, [4], x, default_value=-1)", i=[1, 3], x=counting(2)),
        sample("tf.sparse_to_dense(i, [4], x)", i=2, x=7),
        sample("tf.sparse_to_dense(i, [4], x)", i=[1, 2], x=counting(3)),
        sample("tf.sparse_to_dense(i, n, x, validate_indices=False)", i=[2, 1], n=[4], x=[1, 2]),
    ],
}
