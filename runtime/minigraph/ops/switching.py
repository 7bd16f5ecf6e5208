"""Switch and Merge: how graphs of TensorFlow 1 write a branch, where `branches` has If."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import convert, shapes
from minigraph.func_graph import copy_handle_data
from minigraph.opdef import DEAD
from minigraph.ops import array, comparison, shape_rules
from minigraph.ops.gradient_functions import zeros
from minigraph.ops.strings import refuse
from minigraph.registry import gradient, op


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


@gradient("Switch")
@gradient("RefSwitch")
def _switch_rule(op: Any, *grads: Any) -> Any:
    """The gradient of the side that was taken, zeros where nothing came of it."""
    both = [
        _zeros(op, index) if grad is None else convert.convert_to_tensor(grad)
        for index, grad in enumerate(grads)
    ]
    return merge(both, name="cond_grad")[0], None


def _zeros(op: Any, index: int) -> Any:
    """Zeros for one side of a Switch; where the operation is in a `cond`, as its other Switch."""
    pred = _predicate(op)
    side = op.outputs[index] if pred is None else switch(op.inputs[0], pred)[index]
    copy_handle_data(op.inputs[0], side)
    # Zeros of a known shape would have a value whichever side is taken.
    with op.graph.control_dependencies([array.identity(side)]):
        return array.identity(zeros(side))


def _predicate(op: Any) -> Any:
    """The predicate of the `cond` that an operation is in, None for one from a file."""
    return getattr(op._get_control_flow_context(), "pred", None)


@gradient("Merge")
@gradient("RefMerge")
def _merge_rule(op: Any, grad: Any, _: Any) -> Any:
    pred = _predicate(op.inputs[0].op)
    if pred is not None:
        grad = convert.convert_to_tensor(grad)
        with op.graph.colocate_with(grad, ignore_existing=True):
            return switch(grad, pred, name="cond_grad")
    taken = op.outputs[1]
    return [switch(grad, comparison.equal(taken, index))[1] for index in range(len(op.inputs))]
