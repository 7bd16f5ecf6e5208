"""Switch and Merge: how graphs of TensorFlow 1 write a branch, where `branches` has If."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import shapes
from minigraph.opdef import DEAD
from minigraph.ops import shape_rules
from minigraph.ops.strings import refuse
from minigraph.registry import op


def _switch_shape(c: Any) -> Any:
    shape_rules.require_rank(c.shapes[1], 0)
    return (c.shapes[0],) * 2


def _split(data: Any, pred: Any) -> tuple[Any, Any]:
    if np.shape(pred):
        shape = shapes.format_shape(np.shape(pred))
        refuse(f"The second input must be a scalar, but it has shape {shape}")
    return (DEAD, data) if pred else (data, DEAD)


_SPLITS: dict[str, Any] = {"shape": _switch_shape, "routing": "splits", "view": True}
switch = op("Switch", "data: T, pred: bool -> output_false: T, output_true: T", **_SPLITS)(_split)
ref_switch = op(
    "RefSwitch",
    "data: Ref(T), pred: bool -> output_false: Ref(T), output_true: Ref(T)",
    **_SPLITS,
)(_split)


def _merge_shape(c: Any) -> Any:
    first, *others = c.shapes
    for shape in others:
        if first is None or shape is None or len(shape) != len(first):
            return None, ()
        first = tuple(a if a == b else None for a, b in zip(first, shape))
    return first, ()


def _join(*inputs: Any) -> tuple[Any, Any]:
    index = next(index for index, value in enumerate(inputs) if value is not DEAD)
    return inputs[index], np.int32(index)


_JOINS: dict[str, Any] = {"shape": _merge_shape, "routing": "joins", "view": True}
merge = op("Merge", "inputs: N*T -> output: T, value_index: int32", **_JOINS)(_join)
ref_merge = op("RefMerge", "inputs: Ref(N*T) -> output: Ref(T), value_index: int32", **_JOINS)(
    _join
)
