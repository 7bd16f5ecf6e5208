"""Sparse tensors that a run feeds."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes
from minigraph.composite import SparseTensor
from minigraph.ops.array import placeholder, placeholder_with_default


def sparse_placeholder(dtype: Any, shape: Any = None, name: str | None = None) -> SparseTensor:
    """A sparse tensor that every run must feed (tf.compat.v1.sparse_placeholder)."""
    if context.executing_eagerly():
        raise RuntimeError("`sparse_placeholder` is not compatible with eager execution.")
    names = [None if name is None else f"{name}/{part}" for part in ("shape", "values", "indices")]
    rank = None if shape is None else len(shape)
    if shape is None:
        dense = placeholder(dtypes.int64, [rank], names[0])
    else:
        sizes = [-1 if size is None else int(size) for size in shape]
        dense = placeholder_with_default(sizes, [rank], names[0])
    values = placeholder(dtype, [None], names[1])
    return SparseTensor(placeholder(dtypes.int64, [None, rank], names[2]), values, dense)
