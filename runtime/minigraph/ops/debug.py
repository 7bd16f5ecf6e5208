"""Ops that check and show values while a graph runs: Assert, Print, print, check_numerics."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, shapes
from minigraph.ops import array, value_text
from minigraph.ops.naming import op_scope
from minigraph.registry import op


@op("Assert", "condition: bool, data: list(T) ->", stateful=True)
def _assert(ctx: Any, condition: Any, *data: Any, summarize: int = 3) -> Any:
    if np.ndim(condition):
        size = shapes.format_shape(np.shape(condition))
        raise errors.InvalidArgumentError(None, None, f"In[0] should be a scalar: {size}")
    if not condition:
        text = "".join(f" [{value_text.summarize(value, summarize)}]" for value in data)
        raise errors.InvalidArgumentError(None, None, f"assertion failed:{text}")
    return ()


def Assert(condition: Any, data: Any, summarize: int | None = None, name: str | None = None) -> Any:
    """An operation that raises InvalidArgumentError unless `condition` is true (tf.Assert).

    data: tensors or values to show in the message, `summarize` (3) elements of each.
    Raises TypeError where `data` is no sequence.
    """
    if context.executing_eagerly():
        return _assert_eagerly(condition, data, summarize)
    from minigraph.ops import control_flow

    with op_scope(name, "Assert", condition, *_items(data)):
        limit = 3 if summarize is None else summarize
        tensors = convert.convert_n_to_tensor(_items(data))
        if all(tensor.dtype in (dtypes.string, dtypes.int32) for tensor in tensors):
            return _assert(condition, data, summarize=limit, name="Assert")
        condition = convert.convert_to_tensor(condition, name="Condition")
        guarded = control_flow.cond(
            condition,
            array.no_op,
            lambda: _assert(condition, data, summarize=limit, name="Assert"),
            name="AssertGuard",
        )
        return guarded.op


def _items(data: Any) -> Any:
    if not isinstance(data, (list, tuple)):
        raise TypeError("values must be a sequence.")
    return data


def _assert_eagerly(condition: Any, data: Any, summarize: int | None) -> None:
    if not condition:
        tensors = convert.convert_n_to_tensor(data)
        text = "\n".join(value_text.summarize(np.asarray(item), summarize) for item in tensors)
        raise errors.InvalidArgumentError(
            None, None, f"Expected '{condition}' to be true. Summarized data: {text}"
        )
