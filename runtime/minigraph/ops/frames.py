"""Enter, Exit and NextIteration: how graphs of TensorFlow 1 write a loop, where `loops` has While.

What lies between the Enters and the Exits of one name is a frame, which `minigraph.frames` runs.
"""

from __future__ import annotations

import itertools
from typing import Any

from minigraph.errors import InvalidArgumentError
from minigraph.opdef import Attr, Node
from minigraph.ops import shape_rules
from minigraph.registry import op


def _enter_shape(c: Any) -> Any:
    return [c.shapes[0] if c.attrs["is_constant"] else None]


def _scalar(c: Any) -> Any:
    return [shape_rules.require_rank(c.shapes[0], 0)]


def _hand_on(data: Any) -> Any:
    return data


_SAME: dict[str, Any] = {"shape": shape_rules.same, "view": True}
_ENTERS: dict[str, Any] = {
    "attrs": {
        "frame_name": Attr("frame_name", "string"),
        "is_constant": False,
        "parallel_iterations": 10,
    },
    "shape": _enter_shape,
    "view": True,
    "routing": "enters",
}
enter = op("Enter", "data: T -> output: T", **_ENTERS)(_hand_on)
ref_enter = op("RefEnter", "data: Ref(T) -> output: Ref(T)", **_ENTERS)(_hand_on)
exit = op("Exit", "data: T -> output: T", routing="exits", **_SAME)(_hand_on)
ref_exit = op("RefExit", "data: Ref(T) -> output: Ref(T)", routing="exits", **_SAME)(_hand_on)
next_iteration = op("NextIteration", "data: T -> output: T", routing="turns", **_SAME)(_hand_on)
ref_next_iteration = op(
    "RefNextIteration", "data: Ref(T) -> output: Ref(T)", routing="turns", **_SAME
)(_hand_on)
ref_identity = op(
    "RefIdentity", "input: Ref(T) -> output: Ref(T)", grad=lambda op, grad: grad, **_SAME
)(_hand_on)
loop_cond = op("LoopCond", "input: bool -> output: bool", shape=_scalar, view=True)(_hand_on)


control_trigger = op("ControlTrigger", "->", shape=shape_rules.no_outputs, routing="always")(
    lambda: ()
)


_stack_numbers = itertools.count()


class Stack:
    """What a loop pushed for its gradient, during one run."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.items: list[Any] = []


@op(
    "StackV2",
    "max_size: int32 -> handle: resource",
    shape=lambda c: [(2,)],
    attrs={"elem_type": Attr("elem_type", "type")},
    stateful=True,
)
def stack(ctx: Any, max_size: Any, *, stack_name: bytes = b"", node: Node) -> Any:
    """A stack, empty in each run."""
    return Stack(f"{stack_name.decode() or node.name}_{next(_stack_numbers)}")


@op(
    "StackPushV2", "handle: resource, elem: T -> output: T", shape=lambda c: [c.shapes[1]],
    stateful=True,
)  # fmt: skip
def push(ctx: Any, handle: Any, elem: Any, *, swap_memory: bool = False) -> Any:
    """Puts a tensor on a stack, and hands it on."""
    handle.items.append(elem)
    return elem


@op("StackPopV2", "handle: resource -> elem: elem_type", shape=lambda c: [None], stateful=True)
def pop(ctx: Any, handle: Any) -> Any:
    """Takes the last tensor off a stack; InvalidArgumentError where it is empty."""
    if not handle.items:
        text = f"Stack[{handle.name}] is empty when calling Pop()."
        raise InvalidArgumentError(None, None, text)
    return handle.items.pop()


@op("StackCloseV2", "handle: resource ->", shape=shape_rules.no_outputs, stateful=True)
def _close(ctx: Any, handle: Any) -> Any:
    handle.items.clear()
    return ()
