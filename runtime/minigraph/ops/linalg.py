"""Linear algebra: products of matrices, inverses, norms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.ops import (
    arithmetic,
    array,
    complex_numbers,
    elementwise,
    reductions,
    sequences,
    shape_rules,
    shaping,
)
from minigraph.ops.naming import op_scope
from minigraph.ops.reductions import lookup
from minigraph.ops.type_lists import types
from minigraph.registry import gradient, op
from minigraph.tensor import SymbolicTensor


def check_equal(a: Any, b: Any) -> None:
    """ValueError where two sizes are known to differ."""
    if a is not None and b is not None and a != b:
        raise ValueError(f"Dimensions must be equal, but are {a} and {b}")


def _flip(shape: Any, transposed: bool) -> Any:
    return (*shape[:-2], shape[-1], shape[-2]) if transposed else shape


def _matmul_shape(c: Any) -> Any:
    a = _flip(shape_rules.require_rank(c.shapes[0], 2), c.attrs["transpose_a"])
    b = _flip(shape_rules.require_rank(c.shapes[1], 2), c.attrs["transpose_b"])
    check_equal(a[1], b[0])
    return ((a[0], b[1]),)


def _rank_error(a: Any, b: Any) -> errors.OpError:
    left, right = shapes.format_shape(a.shape), shapes.format_shape(b.shape)
    text = f"In[0] and In[1] ndims must be == 2: {a.ndim}"
    if a.ndim != b.ndim:
        text = f"In[0] and In[1] has different ndims: {left} vs. {right}"
    return errors.InvalidArgumentError(None, None, text)


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
        raise _rank_error(a, b)
    return np.dot(a.T if transpose_a else a, b.T if transpose_b else b)


def _batch_matmul_shape(c: Any) -> Any:
    a = shape_rules.require_rank_at_least(c.shapes[0], 2)
    b = shape_rules.require_rank_at_least(c.shapes[1], 2)
    if a is None or b is None:
        return (None,)
    a, b = _flip(a, c.attrs["adj_x"]), _flip(b, c.attrs["adj_y"])
    batch = shapes.broadcast_shapes(a[:-2], b[:-2])
    check_equal(a[-1], b[-2])
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
    for letter, transposed, adjoint in (
        ("a", transpose_a, adjoint_a),
        ("b", transpose_b, adjoint_b),
    ):
        if transposed and adjoint:
            raise ValueError(
                f"Only one of `transpose_{letter}` and `adjoint_{letter}` can be True. "
                f"Received `transpose_{letter}`={transposed}, `adjoint_{letter}`={adjoint}."
            )
    transposes, adjoints, grads = (
        (transpose_a, transpose_b),
        (adjoint_a, adjoint_b),
        (grad_a, grad_b),
    )
    if type(a) is type(b) is SymbolicTensor and not a.dtype.is_complex:
        return _product(a, b, transposes, adjoints, grads, name or "MatMul")
    with op_scope(name, "MatMul", a, b) as scope:
        a = convert_to_tensor(a, name="a")
        b = convert_to_tensor(b, dtype_hint=a.dtype.base_dtype, name="b")
        return _product(a, b, transposes, adjoints, grads, scope)


_Pair = tuple[bool, bool]


def _product(a: Any, b: Any, transposes: _Pair, adjoints: _Pair, grads: _Pair, name: str) -> Any:
    """The MatMul of two matrices; BatchMatMulV2, which only knows adjoints, of anything else."""
    batches = any(x._shape is None or len(x._shape) > 2 for x in (a, b))
    conjugate = transposes if batches else adjoints
    a, b = (complex_numbers.conj(x) if wanted else x for x, wanted in zip((a, b), conjugate))
    flip_a, flip_b = (one or other for one, other in zip(transposes, adjoints))
    if batches:
        return _batch_mat_mul(
            a, b, adj_x=flip_a, adj_y=flip_b, grad_x=grads[0], grad_y=grads[1], name=name
        )
    return mat_mul(
        a, b, transpose_a=flip_a, transpose_b=flip_b, grad_a=grads[0], grad_b=grads[1], name=name
    )


# Products over any axes


def _contracted_axes(a: Any, axes: Any) -> tuple[list[int], list[int]]:
    """The axes of both operands that a tensordot sums over."""
    if isinstance(axes, int):
        if axes < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {axes}.")
        if axes > len(a._shape):
            raise ValueError(
                "`axes` must not be larger than the number of dimensions of tensor "
                f"{a}.  Received {axes}, vs tensor dimensions {len(a._shape)}."
            )
        return list(range(len(a._shape) - axes, len(a._shape))), list(range(axes))
    if len(axes) != 2:
        raise ValueError(f"`axes` must be an integer or have length 2. Received {axes}.")
    left, right = ([part] if isinstance(part, int) else list(part) for part in axes)
    if len(left) != len(right):
        raise ValueError(
            f"Different number of contraction axes `a` and `b`, {len(left)} != {len(right)}."
        )
    return left, right


def _as_matrix(tensor: Any, axes: list[int], axes_first: bool) -> tuple[Any, list[Any]]:
    """The tensor as a matrix of its free axes and of `axes`, and the sizes of its free axes."""
    rank = len(tensor._shape)
    axes = [axis % rank for axis in axes]
    free = [axis for axis in range(rank) if axis not in axes]
    sizes = list(tensor._shape)
    if None in sizes:
        shape = array.shape(tensor)
        sizes = [shape[i] if size is None else size for i, size in enumerate(sizes)]
    perm = axes + free if axes_first else free + axes
    if perm != list(range(rank)):
        tensor = shaping.transpose(tensor, perm)
    free_sizes = [sizes[axis] for axis in free]
    matrix = [_size_product(free_sizes), _size_product([sizes[axis] for axis in axes])]
    matrix = matrix[::-1] if axes_first else matrix
    if list(tensor._shape) != matrix:
        tensor = shaping.reshape(tensor, matrix)
    return tensor, free_sizes


def _size_product(sizes: list[Any]) -> Any:
    """The product of sizes, of which some may be tensors."""
    result: Any = 1
    for size in sizes:
        result = size if isinstance(result, int) and result == 1 else result * size
    return result


def tensordot(a: Any, b: Any, axes: Any, name: str | None = None) -> Any:
    """The product of two tensors of known rank, summed over axes (tf.tensordot).

    axes: how many last axes of `a` and first axes of `b`, or a list of axes of each.
    Raises ValueError for axes that do not fit.
    """
    with op_scope(name, "Tensordot", a, b) as scope:
        a, b = convert_to_tensor(a, name="a"), convert_to_tensor(b, name="b")
        for operand in (a, b):
            if operand._shape is None:
                raise NotImplementedError(
                    f"minigraph contracts tensors of known rank: use set_shape on {operand}."
                )
        axes_a, axes_b = _contracted_axes(a, axes)
        left, free_a = _as_matrix(a, axes_a, axes_first=False)
        right, free_b = _as_matrix(b, axes_b, axes_first=True)
        product = matmul(left, right)
        sizes = free_a + free_b
        if list(product._shape) == sizes:
            return product
        return shaping.reshape(product, sizes, name=scope)


# Inverses and norms


def square_shape(c: Any) -> Any:
    """The output has the shape of the first input, square matrices."""
    shape = shape_rules.require_rank_at_least(c.shapes[0], 2)
    if shape is not None:
        check_equal(shape[-2], shape[-1])
    return (shape,)


@op(
    "MatrixInverse",
    "input: T -> output: T",
    types={"T": types("float64 float32 float16 complex64 complex128")},
    shape=square_shape,
)
def _matrix_inverse(input: Any, *, adjoint: bool = False) -> Any:
    if input.ndim < 2 or input.shape[-1] != input.shape[-2]:
        raise errors.InvalidArgumentError(None, None, "Input matrix must be square.")
    try:
        return np.linalg.inv(_adjoint(input) if adjoint else input)
    except np.linalg.LinAlgError:
        raise errors.InvalidArgumentError(None, None, "Input is not invertible.") from None


def matrix_inverse(input: Any, adjoint: bool = False, name: str | None = None) -> Any:
    """The inverse of square matrices, or of their adjoints (tf.matrix_inverse)."""
    return _matrix_inverse(input, adjoint=adjoint, name=name)


@gradient("MatrixInverse")
def _matrix_inverse_rule(op: Any, grad: Any) -> Any:
    inverse, adjoint = op.outputs[0], op.attrs["adjoint"]
    inner = matmul(grad, inverse, adjoint_a=adjoint, adjoint_b=not adjoint)
    return (-matmul(inverse, inner, adjoint_a=not adjoint),)


def matrix_transpose(a: Any, name: str = "matrix_transpose", conjugate: bool = False) -> Any:
    """The last two dimensions exchanged (tf.matrix_transpose); ValueError for vectors."""
    with op_scope(name, "matrix_transpose", a):
        a = convert_to_tensor(a, name="a")
        rank = a.shape.rank
        if rank is None:
            last = array.rank(a)
            front = sequences.range(last - 2)
            perm = shaping.concat((front, [last - 1, last - 2]), 0)
        elif rank < 2:
            raise ValueError(
                f"Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = {a} with "
                f"shape: {a.shape}"
            )
        else:
            perm = [*range(rank - 2), rank - 1, rank - 2]
        return shaping.transpose(a, perm, conjugate=conjugate)


def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool | None = None,
    name: str | None = None,
    keep_dims: bool | None = None,
) -> Any:
    """The norm of vectors or matrices along axes, by default of all elements (tf.norm).

    ord: "euclidean", 1, 2, inf or another positive number. Raises ValueError for another order.
    """
    keep = bool(lookup(keepdims, keep_dims, "keepdims", "keep_dims"))
    is_matrix = isinstance(axis, (list, tuple)) and len(axis) == 2
    if not is_matrix and not (axis is None or isinstance(axis, int)):
        raise ValueError(
            f"'axis' must be None, an integer, or a tuple of 2 unique integers, got {axis}"
        )
    if is_matrix and ord not in ("euclidean", "fro", 1, np.inf):
        raise ValueError(
            f"'ord' must be a supported matrix norm in ['euclidean', 'fro', 1, inf], got {ord}"
        )
    if not is_matrix and ord != "euclidean" and (isinstance(ord, str) or ord <= 0):
        raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
    axes = tuple(axis) if is_matrix else None if axis is None else (axis,)
    with op_scope(name, "norm", tensor):
        tensor = convert_to_tensor(tensor)
        result = _norm(tensor, ord, axes, is_matrix)
        return result if keep else shaping.squeeze(result, axes)


def _norm(tensor: Any, order: Any, axes: Any, is_matrix: bool) -> Any:
    if order in ("euclidean", "fro", 2):
        squared = tensor * complex_numbers.conj(tensor)
        return elementwise.sqrt(reductions.reduce_sum(squared, axes, keepdims=True))
    size = arithmetic.abs(tensor)
    first = None if axes is None else axes[0]
    if order == 1:
        total = reductions.reduce_sum(size, first, keepdims=True)
        return reductions.reduce_max(total, axes[-1], keepdims=True) if is_matrix else total
    if order == np.inf:
        if is_matrix:
            size = reductions.reduce_sum(size, axes[1], keepdims=True)
        return reductions.reduce_max(size, first, keepdims=True)
    powers = arithmetic.pow(size, order)
    return arithmetic.pow(reductions.reduce_sum(powers, axes, keepdims=True), 1.0 / order)
