"""Samples of `minigraph.ops.complex_numbers`."""

import numpy as np

from . import ramp, sample

_NUMBERS = np.array([[1 + 2j, -0.5 + 0.25j], [2 - 1j, 3j]], np.complex64)

SAMPLES = {
    "Complex": [
        sample("tf.complex(x, y)", x=ramp(3), y=ramp(3), dtypes="float32 float64"),
        sample("tf.complex(x, y)", x=ramp(2, 3), y=1.0),
        sample("tf.complex(x, y)", x=1, y=2),
    ],
    "Real": [
        sample("tf.real(x)", x=_NUMBERS),
        sample("tf.real(x)", x=_NUMBERS.astype(np.complex128)),
        sample("tf.real(x)", x=np.array(b"a")),
    ],
    "Imag": [sample("tf.imag(x)", x=_NUMBERS)],
    "Conj": [sample("tf.conj(x)", x=_NUMBERS), sample("tf.conj(x)", x=np.array(b"a"))],
    "ComplexAbs": [sample("tf.abs(x)", x=_NUMBERS)],
}
