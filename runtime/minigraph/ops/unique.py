"""The distinct elements of a vector (tf.unique)."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from minigraph import dtypes, errors
from minigraph.dtypes import DType
from minigraph.opdef import TypeAttr
from minigraph.ops import shape_rules
from minigraph.ops.array import INDEX
from minigraph.registry import op

Unique = namedtuple("Unique", ["y", "idx"])


def _shape(c: Any) -> Any:
    shape_rules.require_rank(c.shapes[0], 1)
    return ((None,), c.shapes[0])


@op(
    "Unique",
    "x: T -> y: T, idx: out_idx",
    types={"out_idx": TypeAttr(INDEX, dtypes.int32)},
    shape=_shape,
)
def _unique(x: Any, *, out_idx: DType = dtypes.int32) -> Any:
    if x.ndim != 1:
        raise errors.InvalidArgumentError(None, None, "unique expects a 1D vector.")
    _, first, inverse = np.unique(x, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    return x[np.sort(first)], place[inverse.ravel()].astype(out_idx.as_numpy_dtype)


def unique(x: Any, out_idx: Any = dtypes.int32, name: str | None = None) -> Unique:
    """The distinct elements of a vector in the order of their first occurrence (tf.unique).

    Returns (y, idx) with x[i] == y[idx[i]].
    """
    return Unique(*_unique(x, out_idx=out_idx, name=name))
