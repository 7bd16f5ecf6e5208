"""Sums of rows that belong together."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import errors
from minigraph.ops import gathering
from minigraph.ops.type_lists import INDEX, NUMBERS
from minigraph.registry import gradient, op


def _segment_shape(c: Any) -> Any:
    data = c.shapes[0]
    return (None if data is None else (None, *data[1:]),)


@op(
    "SegmentSum",
    "data: T, segment_ids: Tindices -> output: T",
    types={"T": NUMBERS, "Tindices": INDEX},
    shape=_segment_shape,
)
def _segment_sum(data: Any, segment_ids: Any) -> Any:
    if len(segment_ids) != len(data):
        raise errors.InvalidArgumentError(
            None, None, "segment_ids should be the same size as dimension 0 of input."
        )
    if np.any(np.diff(segment_ids) < 0):
        raise errors.InvalidArgumentError(None, None, "segment ids are not increasing")
    rows = int(segment_ids[-1]) + 1 if len(segment_ids) else 0
    result = np.zeros((rows, *data.shape[1:]), data.dtype)
    np.add.at(result, segment_ids, data)
    return result


@gradient("SegmentSum")
def _segment_sum_rule(op: Any, grad: Any) -> Any:
    return gathering.gather(grad, op.inputs[1]), None


def segment_sum(data: Any, segment_ids: Any, name: str | None = None) -> Any:
    """Row i of the result is the sum of the rows whose id is i; ids ascend (tf.segment_sum)."""
    return _segment_sum(data, segment_ids, name=name)
