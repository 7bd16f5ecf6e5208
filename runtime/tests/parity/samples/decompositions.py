"""Samples of `minigraph.ops.decompositions`."""

import numpy as np

from . import ramp, sample

_SQUARE = np.array([[4.0, 1.0], [1.0, 3.0]], np.float32)
_MANY = np.stack([_SQUARE, 2 * _SQUARE])
_RIGHT = ramp(2, 3)

SAMPLES = {
    "Cholesky": [
        sample("tf.cholesky(a)", a=_SQUARE, dtypes="float32 float64"),
        sample("tf.cholesky(a)", a=_MANY),
        sample("tf.cholesky(a)", a=ramp(2, 3)),
    ],
    "MatrixDeterminant": [
        sample("tf.matrix_determinant(a)", a=_SQUARE, dtypes="float32 float64"),
        sample("tf.matrix_determinant(a)", a=_MANY),
        sample("tf.matrix_determinant(a)", a=ramp(2, 3)),
    ],
    "MatrixSolve": [
        sample("tf.matrix_solve(a, b)", a=_SQUARE, b=_RIGHT, dtypes="float32 float64"),
        sample("tf.matrix_solve(a, b, adjoint=True)", a=_SQUARE, b=_RIGHT),
        sample("tf.matrix_solve(a, b)", a=_SQUARE * 0, b=_RIGHT),
        sample("tf.matrix_solve(a, b)", a=_SQUARE, b=ramp(3, 2)),
    ],
    "MatrixTriangularSolve": [
        sample("tf.matrix_triangular_solve(a, b)", a=_SQUARE, b=_RIGHT, dtypes="float32 float64"),
        sample("tf.matrix_triangular_solve(a, b, lower=False)", a=_SQUARE, b=_RIGHT),
        sample("tf.matrix_triangular_solve(a, b, adjoint=True)", a=_SQUARE, b=_RIGHT),
        sample("tf.matrix_triangular_solve(a, b)", a=_SQUARE, b=ramp(3, 2)),
    ],
    "Qr": [
        sample("tf.abs(op(input=a)[1])", a=_SQUARE, dtypes="float32 float64"),
        sample("tf.abs(op(input=a)[0])", a=ramp(3, 2)),
    ],
}
