"""Diagonals of matrices: the identity matrix, vectors as diagonals and back, traces."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import Attr, TypeAttr
from minigraph.ops import array, elementwise, reductions, shape_rules, shaping
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import refuse
from minigraph.ops.type_lists import types
from minigraph.registry import gradient, op
from minigraph.tensor import Tensor


def _check_main(k: Any) -> None:
    if np.any(k):
        raise errors.UnimplementedError(
            None, None, f"minigraph knows only the main diagonal, k = 0, not k = {k}"
        )


_ALIGN: dict[str, Any] = {
    "attrs": {"align": Attr("align", "string", b"RIGHT_LEFT")},
    "types": {"align": (b"LEFT_RIGHT", b"RIGHT_LEFT", b"LEFT_LEFT", b"RIGHT_RIGHT")},
}


def _diag_shape(c: Any) -> Any:
    diagonal = shape_rules.require_rank_at_least(c.shapes[0], 1)
    if diagonal is None:
        return (None,)
    sizes = [None if c.constant(index) is None else int(c.constant(index)) for index in (2, 3)]
    rows, columns = (diagonal[-1] if size == -1 else size for size in sizes)
    return ((*diagonal[:-1], rows, columns),)


@op(
    "MatrixDiagV3",
    "diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T -> output: T",
    **_ALIGN,
    shape=_diag_shape,
)
def _matrix_diag(diagonal: Any, k: Any, num_rows: Any, num_cols: Any, padding_value: Any) -> Any:
    _check_main(k)
    if not diagonal.ndim:
        raise errors.InvalidArgumentError(
            None, None, "diagonal must be at least 1-dim, received shape: []"
        )
    length = diagonal.shape[-1]
    rows, columns = (length if size == -1 else int(size) for size in (num_rows, num_cols))
    result = np.full((*diagonal.shape[:-1], rows, columns), padding_value, diagonal.dtype)
    index = np.arange(length)
    result[..., index, index] = diagonal
    return result


def _diag_part_shape(c: Any) -> Any:
    matrix = shape_rules.require_rank_at_least(c.shapes[0], 2)
    if matrix is None:
        return (None,)
    known = None not in matrix[-2:]
    return ((*matrix[:-2], min(matrix[-2:]) if known else None),)  # type: ignore[type-var]


@op(
    "MatrixDiagPartV3",
    "input: T, k: int32, padding_value: T -> diagonal: T",
    **_ALIGN,
    shape=_diag_part_shape,
)
def _matrix_diag_part(input: Any, k: Any, padding_value: Any) -> Any:
    _check_main(k)
    if input.ndim < 2:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"input must be at least 2-dim, received shape: {shapes.format_shape(input.shape)}",
        )
    return np.diagonal(input, axis1=-2, axis2=-1).copy()


def matrix_diag(
    diagonal: Any,
    name: str = "diag",
    k: Any = 0,
    num_rows: Any = -1,
    num_cols: Any = -1,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Any:
    """Matrices with the given main diagonals and `padding_value` elsewhere (tf.matrix_diag)."""
    diagonal = convert_to_tensor(diagonal, name="diagonal")
    if not isinstance(padding_value, Tensor):
        padding_value = _element(padding_value, diagonal.dtype)
    return _matrix_diag(diagonal, k, num_rows, num_cols, padding_value, align=align, name=name)


def matrix_diag_part(
    input: Any,
    name: str = "diag_part",
    k: Any = 0,
    padding_value: Any = 0,
    align: str = "RIGHT_LEFT",
) -> Any:
    """The main diagonals of matrices (tf.matrix_diag_part)."""
    if isinstance(input, Tensor):
        padding_value = _element(padding_value, input.dtype)
    return _matrix_diag_part(input, k, padding_value, align=align, name=name)


def _element(value: Any, dtype: Any) -> Any:
    return np.array(value, dtype.as_numpy_dtype)


@gradient("MatrixDiagV3")
def _matrix_diag_rule(op: Any, grad: Any) -> Any:
    return matrix_diag_part(grad), None, None, None, None


@gradient("MatrixDiagPartV3")
def _matrix_diag_part_rule(op: Any, grad: Any) -> Any:
    sizes = array.shape(op.inputs[0])
    return matrix_diag(grad, num_rows=sizes[-2], num_cols=sizes[-1]), None, None


_DIAGONAL = types("bfloat16 float16 float32 float64 int32 int64 complex64 complex128")


@op(
    "Diag",
    "diagonal: T -> output: T",
    types={"T": _DIAGONAL},
    shape=lambda c: (None if c.shapes[0] is None else c.shapes[0] * 2,),
)
def _diag(diagonal: Any) -> Any:
    return np.diag(diagonal.ravel()).reshape(diagonal.shape * 2)


def _halved(c: Any) -> Any:
    """The first half of the dimensions, merged with the second."""
    shape = c.shapes[0]
    if shape is None:
        return (None,)
    if len(shape) % 2 or not shape:
        raise ValueError(f"Input must have even and non-zero rank, input rank is {len(shape)}")
    half = len(shape) // 2
    for size, other in zip(shape[:half], shape[half:], strict=True):
        if None not in (size, other) and size != other:
            raise ValueError(f"Dimensions must be equal, but are {size} and {other}")
    return (shapes.merge(shape[:half], shape[half:]),)


@op("DiagPart", "input: T -> diagonal: T", types={"T": _DIAGONAL}, shape=_halved)
def _diag_part(input: Any) -> Any:
    half = input.shape[: input.ndim // 2]
    if input.ndim % 2 or not half:
        refuse(
            f"The rank of the tensor should be{' ' * 42}even and positive, got shape "
            f"{shapes.format_shape(input.shape)}"
        )
    for axis, (size, other) in enumerate(zip(half, input.shape[len(half) :], strict=True)):
        if size != other:
            refuse(
                f"Invalid shape {shapes.format_shape(input.shape)}: dimensions {axis} and "
                f"{axis + len(half)} do not match."
            )
    size = int(np.prod(half))
    return np.diagonal(input.reshape(size, size)).reshape(half).copy()


def diag(diagonal: Any, name: str | None = None) -> Any:
    """A tensor of twice the rank with this diagonal, zeros elsewhere (tf.diag)."""
    return _diag(diagonal, name=name)


def diag_part(input: Any, name: str | None = None) -> Any:
    """The diagonal of a tensor whose dimensions come in two equal halves (tf.diag_part)."""
    return _diag_part(input, name=name)


@gradient("Diag")
def _diag_rule(op: Any, grad: Any) -> Any:
    return (diag_part(grad),)


@gradient("DiagPart")
def _diag_part_of_tensor_rule(op: Any, grad: Any) -> Any:
    return (diag(grad),)


@op(
    "MatrixBandPart",
    "input: T, num_lower: Tindex, num_upper: Tindex -> band: T",
    types={"Tindex": TypeAttr(types("int32 int64"), dtypes.int64)},
    shape=shape_rules.same,
)
def _band_part(input: Any, num_lower: Any, num_upper: Any) -> Any:
    if input.ndim < 2:
        refuse(f"input must be at least 2-dim, received shape: {shapes.format_shape(input.shape)}")
    below = np.subtract.outer(np.arange(input.shape[-2]), np.arange(input.shape[-1]))
    kept = ((num_lower < 0) | (below <= num_lower)) & ((num_upper < 0) | (-below <= num_upper))
    return np.where(kept, input, np.zeros((), input.dtype))


def matrix_band_part(input: Any, num_lower: Any, num_upper: Any, name: str | None = None) -> Any:
    """Matrices with zeros outside a band: so many diagonals below and above the main one.

    (tf.matrix_band_part); a negative number keeps all of that side.
    """
    return _band_part(input, num_lower, num_upper, name=name)


@gradient("MatrixBandPart")
def _band_part_rule(op: Any, grad: Any) -> Any:
    return matrix_band_part(grad, *op.inputs[1:]), None, None


def trace(x: Any, name: str | None = None) -> Any:
    """The sums of the main diagonals of matrices (tf.trace)."""
    with op_scope(name, "Trace", x) as scope:
        x = convert_to_tensor(x, name="x")
        return reductions.reduce_sum(matrix_diag_part(x), [-1], name=scope)


def eye(
    num_rows: Any,
    num_columns: Any = None,
    batch_shape: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Any:
    """The identity matrix, or a batch of them (tf.eye).

    Raises TypeError for sizes that are no integers.
    """
    with op_scope(name, "eye", num_rows, num_columns, batch_shape):
        columns = num_rows if num_columns is None else num_columns
        sizes = (num_rows, columns)
        dynamic = any(isinstance(size, Tensor) for size in sizes)
        if not dynamic and not all(isinstance(size, (int, np.integer)) for size in sizes):
            raise TypeError(
                "Arguments `num_rows` and `num_columns` must be positive integer values. Received: "
                f"num_rows={num_rows}, num_columns={columns}"
            )
        length = elementwise.minimum(*sizes) if dynamic else min(sizes)
        batch = [] if batch_shape is None else batch_shape
        if dynamic or isinstance(batch, Tensor):
            batch = convert_to_tensor(batch, dtypes.int32, name="shape")
            shape = shaping.concat([batch, [length]], 0)
        else:
            shape = [*batch, length]
        ones = array.ones(shape, dtype)
        if num_columns is None:
            return matrix_diag(ones)
        return matrix_diag(ones, num_rows=num_rows, num_cols=num_columns)
