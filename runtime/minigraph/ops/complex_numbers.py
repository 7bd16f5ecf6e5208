"""Complex numbers and their parts."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.convert import convert_to_tensor
from minigraph.dtypes import DType
from minigraph.opdef import OpDef, TypeAttr, register
from minigraph.ops import shape_rules
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import types
from minigraph.registry import OpBuilder, op
from minigraph.tensor import Tensor

_COMPLEX = TypeAttr(types("complex64 complex128"), dtypes.complex64)
_PARTS = TypeAttr(types("float32 float64"), dtypes.float32)


def _part(name: str, signature: str, kernel: Any) -> OpBuilder:
    """Declares an op from complex numbers to real ones of the same width."""
    allowed = {"T": _COMPLEX, "Tout": _PARTS}
    return OpBuilder(
        register(OpDef(name, signature, kernel, types=allowed, shape=shape_rules.same, view=True))
    )


_real = _part("Real", "input: T -> output: Tout", np.real)
_imag = _part("Imag", "input: T -> output: Tout", np.imag)
_complex_abs = _part("ComplexAbs", "x: T -> y: Tout", np.abs)


@op(
    "Complex",
    "real: T, imag: T -> out: Tout",
    types={"T": _PARTS, "Tout": _COMPLEX},
    shape=shape_rules.broadcast,
)
def _complex(real: Any, imag: Any, *, Tout: DType) -> Any:
    return (real + imag * Tout.as_numpy_dtype(1j)).astype(Tout.as_numpy_dtype)


@op(
    "Conj",
    "input: T -> output: T",
    types={"T": TypeAttr(types("complex64 complex128 variant"), dtypes.complex64)},
    shape=shape_rules.same,
)
def _conj(input: Any) -> Any:
    return np.conj(input)


def complex(real: Any, imag: Any, name: str | None = None) -> Any:
    """The complex numbers of two tensors of float32 or of float64 (tf.complex).

    Raises TypeError for other dtypes.
    """
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag")
    with op_scope(name, "Complex", real, imag) as scope:
        parts = (real.dtype.base_dtype, imag.dtype.base_dtype)
        if parts == (dtypes.float64, dtypes.float64):
            return _complex(real, imag, Tout=dtypes.complex128, name=scope)
        if parts == (dtypes.float32, dtypes.float32):
            return _complex(real, imag, Tout=dtypes.complex64, name=scope)
        raise TypeError(
            "The `real` and `imag` components have incorrect types: "
            f"{real.dtype.name} {imag.dtype.name}. They must be consistent, and one of "
            f"{[dtypes.float32, dtypes.float64]}"
        )


def real(input: Any, name: str | None = None) -> Any:
    """The real part; real numbers as they are (tf.real)."""
    with op_scope(name, "Real", input) as scope:
        input = convert_to_tensor(input, name="input")
        if input.dtype.is_complex:
            return _real(input, Tout=input.dtype.real_dtype, name=scope)
        if input.dtype.is_numeric:
            return input
        raise TypeError(f"input must be a numeric tensor, but got tensor with dtype {input.dtype}")


def imag(input: Any, name: str | None = None) -> Any:
    """The imaginary part; zeros for real numbers (tf.imag)."""
    from minigraph.ops import array

    with op_scope(name, "Imag", input) as scope:
        input = convert_to_tensor(input, name="input")
        if input.dtype.is_complex:
            return _imag(input, Tout=input.dtype.real_dtype, name=scope)
        return array.zeros_like(input)


def complex_abs(x: Any, name: str | None = None) -> Any:
    """The absolute value of complex numbers (tf.abs)."""
    return _complex_abs(x, Tout=x.dtype.real_dtype, name=name)


def conj(x: Any, name: str | None = None) -> Any:
    """The complex conjugate; real numbers as they are (tf.conj); TypeError for other dtypes."""
    if isinstance(x, Tensor) and (x.dtype.is_floating or x.dtype.is_integer):
        return x
    with op_scope(name, "Conj", x) as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex or x.dtype is dtypes.variant:
            return _conj(x, name=scope)
        if x.dtype.is_floating or x.dtype.is_integer:
            return x
        raise TypeError(f"Expected numeric or variant tensor, got dtype {x.dtype!r}.")
