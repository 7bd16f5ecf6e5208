"""Linear algebra: products of matrices, inverses, norms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.ops import complex_numbers, shape_rules
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import types
from minigraph.registry import op


def _check_inner(a: Any, b: Any) -> None:
    if a is not None and b is not None and a != b:
        raise ValueError(f"Dimensions must be equal, but are {a} and {b}")


def _flip(shape: Any, transposed: bool) -> Any:
    return (*shape[:-2], shape[-1], shape[-2]) if transposed else shape


def _matmul_shape(c: Any) -> Any:
    a = _flip(shape_rules.require_rank(c.shapes[0], 2), c.attrs["transpose_a"])
    b = _flip(shape_rules.require_rank(c.shapes[1], 2), c.attrs["transpose_b"])
    _check_inner(a[1], b[0])
    return ((a[0], b[1]),)


def _size_error(a: Any, b: Any) -> errors.OpError:
    left, right = shapes.format_shape(np.shape(a)), shapes.format_shape(np.shape(b))
    for index, value in enumerate((a, b)):
        if np.ndim(value) < 2:
            text = f"In[{index}] ndims must be >= 2: {np.ndim(value)}"
            return errors.InvalidArgumentError(None, None, text)
    return errors.InvalidArgumentError(
        None, None, f"Matrix size-incompatible: In[0]: {left}, In[1]: {right}"
    )


def _product_error(op: Any, inputs: Sequence[Any], error: Exception) -> str:
    return str(_size_error(*inputs).message)


@op(
    "MatMul",
    "a: T, b: T -> product: T",
    types={
        "T": types(
            "bfloat16 float16 float32 float64 int32 int64 uint8 uint16 uint32 uint64 complex64 "
            "complex128"
        )
    },
    attrs={"grad_a": False, "grad_b": False},
    shape=_matmul_shape,
    explain_error=_product_error,
)
def mat_mul(a: Any, b: Any, *, transpose_a: bool = False, transpose_b: bool = False) -> Any:
    """The product of two matrices."""
    if a.ndim != 2 or b.ndim != 2:
        raise _size_error(a, b)
    return np.dot(a.T if transpose_a else a, b.T if transpose_b else b)


def _batch_matmul_shape(c: Any) -> Any:
    a = shape_rules.require_rank_at_least(c.shapes[0], 2)
    b = shape_rules.require_rank_at_least(c.shapes[1], 2)
    if a is None or b is None:
        return (None,)
    a, b = _flip(a, c.attrs["adj_x"]), _flip(b, c.attrs["adj_y"])
    batch = shapes.broadcast_shapes(a[:-2], b[:-2])
    _check_inner(a[-1], b[-2])
    return (None if batch is None else (*batch, a[-2], b[-1]),)


def _batch_error(op: Any, inputs: Sequence[Any], error: Exception) -> str:
    a, b = inputs
    try:
        np.broadcast_shapes(np.shape(a)[:-2], np.shape(b)[:-2])
    except ValueError:
        left, right = shapes.format_shape(np.shape(a)), shapes.format_shape(np.shape(b))
        return f"In[0] and In[1] must have compatible batch dimensions: {left} vs. {right}"
    return _product_error(op, inputs, error)


@op(
    "BatchMatMulV2",
    "x: T, y: T -> output: T",
    types={
        "T": types(
            "bfloat16 float16 float32 float64 int16 int32 int64 uint8 uint16 uint32 uint64 "
            "complex64 complex128"
        )
    },
    attrs={"grad_x": False, "grad_y": False},
    shape=_batch_matmul_shape,
    explain_error=_batch_error,
)
def _batch_mat_mul(x: Any, y: Any, *, adj_x: bool = False, adj_y: bool = False) -> Any:
    if np.ndim(x) < 2 or np.ndim(y) < 2:
        raise _size_error(x, y)
    return np.matmul(_adjoint(x) if adj_x else x, _adjoint(y) if adj_y else y)


def _adjoint(matrices: Any) -> Any:
    return np.conj(np.swapaxes(matrices, -1, -2))


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Any:
    """The product of two matrices, or of two batches of matrices (tf.matmul).

    Raises ValueError where the inner sizes differ or one operand is both transposed and adjoint.
    """
    if output_type is not None and output_type != a.dtype:
        raise NotImplementedError("minigraph multiplies matrices of one dtype: use tf.cast after.")
    with op_scope(name, "MatMul", a, b) as scope:
        for letter, transposed, adjoint in (
            ("a", transpose_a, adjoint_a),
            ("b", transpose_b, adjoint_b),
        ):
            if transposed and adjoint:
                raise ValueError(
                    f"Only one of `transpose_{letter}` and `adjoint_{letter}` can be True. "
                    f"Received `transpose_{letter}`={transposed}, `adjoint_{letter}`={adjoint}."
                )
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, dtype_hint=a.dtype.base_dtype, name="b")
        if any(x._shape is None or len(x._shape) > 2 for x in (a, b)):
            if transpose_a:
                a, adjoint_a = complex_numbers.conj(a), True
            if transpose_b:
                b, adjoint_b = complex_numbers.conj(b), True
            return _batch_mat_mul(
                a, b, adj_x=adjoint_a, adj_y=adjoint_b, grad_x=grad_a, grad_y=grad_b, name=scope
            )
        if adjoint_a:
            a, transpose_a = complex_numbers.conj(a), True
        if adjoint_b:
            b, transpose_b = complex_numbers.conj(b), True
        return mat_mul(
            a,
            b,
            transpose_a=transpose_a,
            transpose_b=transpose_b,
            grad_a=grad_a,
            grad_b=grad_b,
            name=scope,
        )
