"""Samples of `minigraph.ops.linalg`."""

import numpy as np

from . import ramp, sample

_SQUARE = np.array([[2.0, 1.0], [-1.0, 3.0]], np.float32)

SAMPLES = {
    "MatMul": [
        sample("tf.matmul(a, b)", a=ramp(2, 3), b=ramp(3, 4), dtypes="float32 float64 int32"),
        sample("tf.matmul(a, b)", a=ramp(2, 3), b=ramp(2, 3)),
        sample("tf.matmul(a, b, transpose_a=True)", a=ramp(3, 2), b=ramp(3, 4)),
        sample("tf.matmul(a, b, transpose_b=True)", a=ramp(3, 2), b=ramp(4, 2)),
        sample("op(a=a, b=b, transpose_a=True, transpose_b=True)", a=ramp(3, 2), b=ramp(4, 3)),
        sample("op(a=a, b=b)", a=ramp(3), b=ramp(3)),
        sample("tf.matmul(a, b)", a=ramp(0, 3), b=ramp(3, 4)),
    ],
    "BatchMatMulV2": [
        sample("tf.matmul(a, b)", a=ramp(2, 2, 3), b=ramp(2, 3, 2), dtypes="float32 float64"),
        sample("tf.matmul(a, b)", a=ramp(1, 2, 3), b=ramp(2, 3, 2)),
        sample("tf.matmul(a, b)", a=ramp(2, 2, 3), b=ramp(3, 2)),
        sample("tf.matmul(a, b, transpose_a=True)", a=ramp(2, 3, 2), b=ramp(2, 3, 2)),
        sample("tf.matmul(a, b, adjoint_b=True)", a=ramp(2, 2, 3), b=ramp(2, 2, 3)),
        sample("tf.matmul(a, b)", a=ramp(2, 2, 3), b=ramp(2, 2, 3)),
        sample("tf.matmul(a, b)", a=ramp(2, 2, 3), b=ramp(3, 3, 2)),
    ],
    "MatrixInverse": [
        sample("tf.matrix_inverse(a)", a=_SQUARE, dtypes="float32 float64"),
        sample("tf.matrix_inverse(a, adjoint=True)", a=_SQUARE),
        sample("tf.matrix_inverse(a)", a=_SQUARE * 0),
        sample("tf.matrix_inverse(a)", a=ramp(2, 3)),
    ],
}
