"""Samples of `minigraph.ops.diagonals`."""

from . import ramp, sample

SAMPLES = {
    "Diag": [
        sample("tf.diag(x)", x=ramp(3), dtypes="float32 float64 int32"),
        sample("tf.diag(x)", x=ramp(2, 3)),
    ],
    "DiagPart": [
        sample("tf.diag_part(x)", x=ramp(3, 3), dtypes="float32 int32"),
        sample("tf.diag_part(x)", x=ramp(2, 3, 2, 3)),
        sample("tf.diag_part(x)", x=ramp(2, 3)),
        sample("tf.diag_part(x)", x=ramp(2, 3, 2)),
    ],
    "MatrixBandPart": [
        sample("tf.matrix_band_part(x, 1, 0)", x=ramp(3, 4), dtypes="float32 int32"),
        sample("tf.matrix_band_part(x, 0, -1)", x=ramp(2, 3, 2)),
        sample("tf.matrix_band_part(x, -1, 1)", x=ramp(3, 3)),
        sample("tf.matrix_band_part(x, 0, 0)", x=ramp(3)),
    ],
    "MatrixDiagV3": [
        sample("tf.matrix_diag(x)", x=ramp(3), dtypes="float32 float64 int32"),
        sample("tf.matrix_diag(x, padding_value=7.0)", x=ramp(2, 3)),
        sample("tf.eye(2)"),
        sample("tf.eye(2, batch_shape=[3], dtype=tf.int32)"),
        sample("tf.eye(tf.reshape(n, []))", n=2),
        sample("tf.matrix_diag(x)", x=1.0),
    ],
    "MatrixDiagPartV3": [
        sample("tf.matrix_diag_part(x)", x=ramp(3, 3), dtypes="float32 float64"),
        sample("tf.matrix_diag_part(x)", x=ramp(2, 2, 2)),
        sample("tf.trace(x)", x=ramp(3, 3)),
        sample("tf.trace(x)", x=ramp(2, 2, 2)),
        sample("tf.matrix_diag_part(x)", x=ramp(3)),
    ],
}
