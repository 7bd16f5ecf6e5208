"""Diagonals of matrices: the identity matrix, vectors as diagonals and back, traces."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import Attr
from minigraph.ops import array, elementwise, reductions, shape_rules, shaping
from minigraph.ops.naming import op_scope
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
        shape = [*([] if batch_shape is None else batch_shape), length]
        if dynamic:
            batch = convert_to_tensor(shape[:-1], dtypes.int32, name="shape")
            shape = shaping.concat([batch, [length]], 0)
        ones = array.ones(shape, dtype)
        if num_columns is None:
            return matrix_diag(ones)
        return matrix_diag(ones, num_rows=num_rows, num_cols=num_columns)
