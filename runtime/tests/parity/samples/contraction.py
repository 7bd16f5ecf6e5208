"""Samples of `minigraph.ops.contraction`."""

from . import ramp, sample

_B = ramp(3, 4)

SAMPLES = {
    "Einsum": [
        sample("tf.einsum('ij,jk->ik', a, b)", a=ramp(2, 3), b=_B, dtypes="float32 float64"),
        sample("tf.einsum('ij, jk', a, b)", a=ramp(2, 3), b=_B),
        sample("tf.einsum('bij,bjk->bik', a, b)", a=ramp(2, 1, 3), b=ramp(2, 3, 2)),
        sample("tf.einsum('ij,ik->i', a, b)", a=ramp(2, 3), b=ramp(2, 4)),
        sample("tf.einsum('ij->ji', a)", a=ramp(2, 3)),
        sample("tf.einsum('ij->', a)", a=ramp(2, 3)),
        sample("tf.einsum('ij,jk->ik', a, b)", a=ramp(2, 3), b=ramp(2, 4)),
    ],
}
