"""Putting rows together by their indices, and what one list of indices has that another lacks."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.dtypes import DType
from minigraph.opdef import TypeAttr
from minigraph.ops import gathering
from minigraph.ops.type_lists import INDEX
from minigraph.registry import op


def _stitch_gradient(op: Any, grad: Any) -> Any:
    indices = list(op.inputs[: len(op.inputs) // 2])
    return [None] * len(indices) + [gathering.gather(grad, index) for index in indices]


def _stitch_shape(c: Any) -> Any:
    half = len(c.shapes) // 2
    indices = [c.constant(i) for i in range(half)]
    first, data = c.shapes[0], c.shapes[half]
    if first is None or data is None:
        return (None,)
    if any(value is None for value in indices):
        return ((None, *data[len(first) :]),)
    rows = max((int(np.max(value, initial=-1)) for value in indices), default=-1) + 1
    return ((rows, *data[len(first) :]),)


@op(
    "DynamicStitch",
    "indices: N*int32, data: N*T -> merged: T",
    shape=_stitch_shape,
    grad=_stitch_gradient,
)
def _dynamic_stitch(*inputs: Any) -> Any:
    half = len(inputs) // 2
    indices, data = inputs[:half], inputs[half:]
    rows = max((int(np.max(index, initial=-1)) for index in indices), default=-1) + 1
    first = np.asarray(data[0])
    merged = np.zeros((rows, *first.shape[np.ndim(indices[0]) :]), first.dtype)
    for index, part in zip(indices, data, strict=True):
        merged[index] = part
    return merged


def dynamic_stitch(indices: Any, data: Any, name: str | None = None) -> Any:
    """Row `indices[m][i]` of the result is `data[m][i]`; later ones win (tf.dynamic_stitch)."""
    return _dynamic_stitch(indices, data, name=name)


ListDiff = namedtuple("ListDiff", ["out", "idx"])


@op(
    "ListDiff",
    "x: T, y: T -> out: T, idx: out_idx",
    types={"out_idx": TypeAttr(INDEX, dtypes.int32)},
    shape=lambda c: ((None,), (None,)),
)
def _list_diff(x: Any, y: Any, *, out_idx: DType = dtypes.int32) -> Any:
    found = np.flatnonzero(~np.isin(x, y))
    return x[found], found.astype(out_idx.as_numpy_dtype)


def setdiff1d(x: Any, y: Any, index_dtype: Any = dtypes.int32, name: str | None = None) -> Any:
    """The elements of the vector x that y lacks, and their positions in x (tf.setdiff1d)."""
    return ListDiff(*_list_diff(x, y, out_idx=index_dtype, name=name))
