"""Sparse tensors: those that a run feeds, and dense ones of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import context, convert, dtypes
from minigraph.composite import SparseTensor
from minigraph.ops import gathering, reductions
from minigraph.ops.array import placeholder, placeholder_with_default, zeros, zeros_like
from minigraph.ops.refusal import refusal
from minigraph.ops.type_lists import INDEX
from minigraph.registry import op
from minigraph.shapes import TensorShape


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor that every run must feed (tf.compat.v1.sparse_placeholder)."""
    if context.executing_eagerly():
        raise RuntimeError("`sparse_placeholder` is not compatible with eager execution.")
    parts = ("shape", "values", "indices", "shape_default")
    names = [None if name is None else f"{name}/{part}" for part in parts]
    rank, known = None, TensorShape(None)
    if shape is None:
        dense = placeholder(dtypes.int64, [rank], names[0])
    else:
        rank, known = len(shape), TensorShape([None if size == -1 else size for size in shape])
        sizes = [-1 if size is None else size for size in known.as_list()]
        default = convert.convert_to_tensor(sizes, dtypes.int64, names[3])
        dense = placeholder_with_default(default, [rank], names[0])
    values = placeholder(dtype, [None], names[1])
    result = SparseTensor(placeholder(dtypes.int64, [None, rank], names[2]), values, dense)
    result._static_shape = known
    return result


def _to_dense_gradient(op: Any, grad: Any) -> Any:
    indices, size = op.inputs[:2]
    values = gathering.gather_nd(grad, indices)
    rest = reductions.reduce_sum(grad) - reductions.reduce_sum(values)
    return zeros_like(indices), zeros_like(size), values, rest


@op(
    "SparseToDense",
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T -> "
    "dense: T",
    types={"Tindices": INDEX},
    shape=lambda c: (c.constant_shape(1),),
    grad=_to_dense_gradient,
)
def _sparse_to_dense(
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any,
    *,
    validate_indices: bool = True,
) -> Any:
    size = tuple(output_shape.tolist())
    rows = np.reshape(sparse_indices, (-1, len(size)) if size else (-1, 1))
    if np.shape(sparse_values) not in ((), (len(rows),)):
        found = _listed(np.shape(sparse_values))
        raise refusal(f"sparse_values has incorrect shape {found}, should be [] or [{len(rows)}]")
    result = np.full(size, default_value, np.asarray(sparse_values).dtype)
    last: tuple[int, ...] = ()
    for number, row in enumerate(map(tuple, rows.tolist())):
        if not all(0 <= index < limit for index, limit in zip(row, size)):
            refused = f"is out of bounds: need 0 <= index < {_listed(size)}"
        elif validate_indices and last > row:
            refused = (
                "is out of order. Many sparse ops require sorted indices.\n    Use "
                "`tf.sparse.reorder` to create a correctly ordered copy.\n\n"
            )
        elif validate_indices and last == row:
            refused = "is repeated"
        else:
            last = row
            continue
        raise refusal(f"indices[{number}] = {_listed(row)} {refused}")
    result[tuple(rows.T)] = sparse_values
    return result


def _listed(numbers: Any) -> str:
    return f"[{','.join(map(str, numbers))}]"


def sparse_to_dense(
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Any:
    """A tensor with values at some indices, else `default_value` (tf.sparse_to_dense).

    InvalidArgumentError in the run for indices that are repeated, out of order or out of bounds.
    """
    return _sparse_to_dense(
        sparse_indices,
        output_shape,
        sparse_values,
        default_value,
        validate_indices=validate_indices,
        name=name,
    )


def sparse_tensor_to_dense(
    sp_input: Any, default_value: Any = None, validate_indices: bool = True, name: str | None = None
) -> Any:
    """A SparseTensor as a tensor (tf.sparse.to_dense); TypeError for anything else."""
    if not isinstance(sp_input, SparseTensor):
        raise TypeError("Input must be a SparseTensor.")
    if default_value is None:
        default_value = zeros([], sp_input.dtype)
    return sparse_to_dense(
        sp_input.indices,
        sp_input.dense_shape,
        sp_input.values,
        default_value,
        validate_indices,
        name,
    )
