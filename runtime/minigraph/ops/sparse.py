"""Sparse tensors that a run feeds."""

from __future__ import annotations

from typing import Any

from minigraph import context, convert, dtypes
from minigraph.composite import SparseTensor
from minigraph.ops.array import placeholder, placeholder_with_default
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
