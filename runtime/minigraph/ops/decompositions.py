"""Matrices taken apart, their determinants, and the equations that they solve."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import shapes
from minigraph.ops import array, diagonals, shape_rules, shaping
from minigraph.ops.linalg import check_equal, matmul, matrix_inverse, matrix_transpose, square_shape
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import refuse
from minigraph.ops.type_lists import types
from minigraph.registry import gradient, op

_TYPES = {"T": types("float64 float32 float16 complex64 complex128")}


def _adjoint(value: Any) -> Any:
    return np.conj(np.swapaxes(value, -1, -2))


def _check_square(matrix: Any) -> None:
    if matrix.ndim < 2:
        refuse(f"Input tensor 0 must have rank >= 2, got {matrix.ndim}")
    if matrix.shape[-1] != matrix.shape[-2]:
        refuse("Input matrix must be square.")


@op("Cholesky", "input: T -> output: T", types=_TYPES, shape=square_shape)
def _cholesky(input: Any) -> Any:
    _check_square(input)
    try:
        return np.linalg.cholesky(input)
    except np.linalg.LinAlgError:
        return np.tril(np.full_like(input, np.nan))


def cholesky(input: Any, name: str | None = None) -> Any:
    """L, a lower triangle with L L^H = input where that is positive definite (tf.cholesky).

    NaN for other matrices.
    """
    return _cholesky(input, name=name)


@gradient("Cholesky")
def _cholesky_rule(op: Any, grad: Any) -> Any:
    lower = op.outputs[0]
    sizes = array.shape(lower)
    identity = diagonals.eye(sizes[-1], batch_shape=sizes[:-2], dtype=lower.dtype)
    inverse = matrix_triangular_solve(lower, identity)
    middle = matmul(lower, grad, adjoint_a=True)
    middle -= diagonals.matrix_diag(0.5 * diagonals.matrix_diag_part(middle))
    middle = diagonals.matrix_band_part(middle, -1, 0)
    result = matmul(matmul(inverse, middle, adjoint_a=True), inverse)
    return (0.5 * (result + matrix_transpose(result, conjugate=True)),)


def _of_square(c: Any) -> Any:
    shape = shape_rules.require_rank_at_least(c.shapes[0], 2)
    if shape is not None:
        check_equal(shape[-1], shape[-2])
    return (None if shape is None else shape[:-2],)


@op(
    "MatrixDeterminant",
    "input: T -> output: T",
    types={"T": types("float16 float32 float64 complex64 complex128")},
    shape=_of_square,
)
def _matrix_determinant(input: Any) -> Any:
    _check_square(input)
    return np.linalg.det(input)


def matrix_determinant(input: Any, name: str | None = None) -> Any:
    """The determinants of square matrices (tf.matrix_determinant)."""
    return _matrix_determinant(input, name=name)


@gradient("MatrixDeterminant")
def _matrix_determinant_rule(op: Any, grad: Any) -> Any:
    factor = shaping.expand_dims(shaping.expand_dims(grad * op.outputs[0], -1), -1)
    return (factor * matrix_inverse(op.inputs[0], adjoint=True),)


def _solved_shape(c: Any) -> Any:
    (matrix,), rhs = square_shape(c), shape_rules.require_rank_at_least(c.shapes[1], 2)
    if matrix is None or rhs is None:
        return (None,)
    check_equal(matrix[-1], rhs[-2])
    batch = shapes.broadcast_shapes(matrix[:-2], rhs[:-2])
    return ((*(batch or ()), *matrix[-1:], rhs[-1]),)


def _solved(matrix: Any, rhs: Any, text: str) -> Any:
    if matrix.shape[-1] != rhs.shape[-2]:
        refuse(text)
    try:
        return np.linalg.solve(matrix, rhs)
    except np.linalg.LinAlgError:
        refuse("Input matrix is not invertible.")


@op("MatrixSolve", "matrix: T, rhs: T -> output: T", types=_TYPES, shape=_solved_shape)
def _matrix_solve(matrix: Any, rhs: Any, *, adjoint: bool = False) -> Any:
    _check_square(matrix)
    return _solved(
        _adjoint(matrix) if adjoint else matrix, rhs, "Input matrix and rhs are incompatible."
    )


def matrix_solve(matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """X with matrix x = rhs, or with the adjoint of the matrix (tf.matrix_solve).

    InvalidArgumentError where there is none.
    """
    return _matrix_solve(matrix, rhs, adjoint=adjoint, name=name)


@gradient("MatrixSolve")
def _matrix_solve_rule(op: Any, grad: Any) -> Any:
    adjoint, result = op.attrs["adjoint"], op.outputs[0]
    of_rhs = matrix_solve(op.inputs[0], grad, adjoint=not adjoint)
    pair = (result, of_rhs) if adjoint else (of_rhs, result)
    return -matmul(*pair, adjoint_b=True), of_rhs


@op(
    "MatrixTriangularSolve",
    "matrix: T, rhs: T -> output: T",
    types={"T": types("bfloat16 float64 float32 float16 complex64 complex128")},
    shape=_solved_shape,
)
def _triangular_solve(matrix: Any, rhs: Any, *, lower: bool = True, adjoint: bool = False) -> Any:
    _check_square(matrix)
    triangle = np.tril(matrix) if lower else np.triu(matrix)
    left, right = (shapes.format_shape(operand.shape) for operand in (matrix, rhs))
    sizes = f"{matrix.shape[-1]} vs. {rhs.shape[-2]}"
    text = f"In[0] mismatch In[1] shape: {sizes}: {left} {right} {int(lower)} {int(adjoint)}"
    return _solved(_adjoint(triangle) if adjoint else triangle, rhs, text)


def matrix_triangular_solve(
    matrix: Any, rhs: Any, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Any:
    """X with matrix x = rhs, of a triangle of the matrix (tf.matrix_triangular_solve)."""
    with op_scope(name, "triangular_solve", matrix, rhs):
        return _triangular_solve(matrix, rhs, lower=lower, adjoint=adjoint)


@gradient("MatrixTriangularSolve")
def _triangular_solve_rule(op: Any, grad: Any) -> Any:
    lower, adjoint, result = op.attrs["lower"], op.attrs["adjoint"], op.outputs[0]
    of_rhs = matrix_triangular_solve(op.inputs[0], grad, lower=lower, adjoint=not adjoint)
    pair = (result, of_rhs) if adjoint else (of_rhs, result)
    of_matrix = -matmul(*pair, adjoint_b=True)
    band = (-1, 0) if lower else (0, -1)
    return diagonals.matrix_band_part(of_matrix, *band), of_rhs


def _qr_shape(c: Any) -> Any:
    shape = shape_rules.require_rank_at_least(c.shapes[0], 2)
    if shape is None:
        return None, None
    *batch, rows, columns = shape
    if c.attrs["full_matrices"]:
        return (*batch, rows, rows), (*batch, rows, columns)
    least = None if None in (rows, columns) else min(rows, columns)  # type: ignore[type-var]
    return (*batch, rows, least), (*batch, least, columns)


@op("Qr", "input: T -> q: T, r: T", types=_TYPES, shape=_qr_shape)
def qr_op(input: Any, *, full_matrices: bool = False) -> Any:
    """Matrices as products of an orthogonal matrix and an upper triangle."""
    return tuple(np.linalg.qr(input, "complete" if full_matrices else "reduced"))


@gradient("Qr")
def _qr_rule(op: Any, of_q: Any, of_r: Any) -> Any:
    """Of matrices with at least as many rows as columns, taken apart without full_matrices."""
    q, r = op.outputs
    sizes = r.shape.as_list()[-2:] if r.shape.rank is not None else [None]
    if None in sizes:
        text = f"QrGrad not implemented with dynamic shapes. Received r.shape: {r.shape}"
        raise NotImplementedError(text)
    if op.attrs["full_matrices"] or sizes[0] != sizes[1]:
        raise NotImplementedError(
            "minigraph differentiates Qr of matrices with at least as many rows as columns, with "
            "full_matrices=False."
        )

    def solved(x: Any) -> Any:
        swapped = matrix_transpose(x, conjugate=True)
        return matrix_transpose(matrix_triangular_solve(r, swapped, lower=False), conjugate=True)

    inner = matmul(q, of_q, adjoint_a=True)
    outer = matmul(r, of_r, adjoint_b=True)
    both = inner - matrix_transpose(inner, conjugate=True)
    both += outer - matrix_transpose(outer, conjugate=True)
    first = matmul(q, of_r + solved(diagonals.matrix_band_part(both, -1, 0)))
    return (first + solved(of_q - matmul(q, inner)),)
