"""Steps: the calls that a plan is made of, their order and the slots that they use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from minigraph import errors
from minigraph.operation import Operation

CONTEXT_SLOT = 0


class Step(NamedTuple):
    """One call of a kernel.

    arity: 1 or 2 for one output computed from that many slots, `a` and `b`;
    0 for the general form, where `a` is a tuple of input slots and `out` one slot or a tuple.
    """

    kernel: Callable[..., Any]
    arity: int
    a: Any
    b: Any
    out: Any
    op: Operation


def may_block(op: Operation) -> bool:
    """Whether running `op`, or the functions it calls, may wait for something."""
    if op.op_def.blocking:
        return True
    if not op.op_def.calls_functions:
        return False
    return any(may_block(inner) for body in op.functions for inner in body.get_operations())


def bind_kernel(op: Operation, functions: Mapping[str, Any] | None = None) -> Callable[..., Any]:
    """The kernel of an operation with its attributes filled in, or `functions` in their place."""
    op_def = op.op_def
    if op_def.kernel is None:
        raise errors.UnimplementedError(op.node_def, op, f"minigraph cannot run {op.type}.")
    if not op_def.kernel_attrs and not op_def.takes_node:
        return op_def.kernel
    attrs = {name: op.attrs[name] for name in op_def.kernel_attrs} | dict(functions or {})
    if op_def.takes_node:
        attrs["node"] = op
    return partial(op_def.kernel, **attrs)


def takes_ref(op: Operation, index: int) -> bool:
    """Whether an operation takes the variable itself, not the value that it has."""
    if op.op_def.calls_functions:
        return True  # The operations of the function read what they are passed.
    for arg in op.op_def.inputs:
        count = 1
        if arg.number_attr:
            count = op.attrs[arg.number_attr]
        elif arg.type_list_attr:
            count = len(op.attrs[arg.type_list_attr])
        if index < count:
            return arg.is_ref
        index -= count
    return False


def schedule(steps: Sequence[Step]) -> tuple[list[int], list[list[int]]]:
    """For each step, how many steps it waits for and which steps wait for it."""
    producer: dict[int, int] = {}
    readers: dict[int, set[int]] = {}
    last_step_of: dict[Operation, int] = {}
    waits: list[int] = []
    followers: list[list[int]] = [[] for _ in steps]
    for index, step in enumerate(steps):
        sources = {producer[slot] for slot in step_inputs(step) if slot in producer}
        for slot in step_inputs(step):
            readers.setdefault(slot, set()).add(index)
        for control in step.op._control_inputs:
            if control in last_step_of:
                sources.add(last_step_of[control])
        for slot in step.out if isinstance(step.out, tuple) else (step.out,):
            # A slot that is used again is free once its value has been read.
            sources |= readers.pop(slot, set())
            producer[slot] = index
        sources.discard(index)
        waits.append(len(sources))
        for source in sources:
            followers[source].append(index)
        last_step_of[step.op] = index
    return waits, followers


def reuse_slots(
    steps: list[Step], pinned: set[int], size: int
) -> tuple[list[Step], int, dict[int, int]]:
    """Renumbers slots so that a later output takes the place of a value nobody reads again."""
    last_use = [-1] * size
    for index, step in enumerate(steps):
        for slot in step_inputs(step):
            last_use[slot] = index
    moved = {slot: number for number, slot in enumerate(sorted(pinned))}
    free: list[int] = []
    total = len(moved)
    renumbered = []
    for index, step in enumerate(steps):
        inputs = step_inputs(step)
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        places = [moved[slot] for slot in inputs]
        # Outputs are stored after the kernel has read its inputs, so they may take their places.
        for slot in dict.fromkeys(inputs):
            if last_use[slot] == index and slot not in pinned:
                free.append(moved[slot])
        for slot in outs:
            if slot not in moved:
                if free:
                    moved[slot] = free.pop()
                else:
                    moved[slot] = total
                    total += 1
        for slot in outs:
            if last_use[slot] < index and slot not in pinned:
                free.append(moved[slot])
        renumbered.append(_with_slots(step, places, moved))
    return renumbered, total, moved


def step_inputs(step: Step) -> tuple[int, ...]:
    """The slots that a step reads."""
    if step.arity == 0:
        return step.a  # type: ignore[no-any-return]
    return (step.a,) if step.arity == 1 else (step.a, step.b)


def _with_slots(step: Step, places: list[int], moved: dict[int, int]) -> Step:
    out = tuple(moved[s] for s in step.out) if isinstance(step.out, tuple) else moved[step.out]
    if step.arity == 0:
        return step._replace(a=tuple(places), out=out)
    b = places[1] if step.arity == 2 else None
    return step._replace(a=places[0], b=b, out=out)


def merge_key(op: Operation, slots: list[int]) -> Any:
    """What two operations must share to be one step; None where it is too large to compare."""
    try:
        attrs = tuple(
            (name, _hashable(value)) for name, value in op.attrs.items() if name[0] != "_"
        )
    except TypeError:
        return None
    return (op.op_def.name, tuple(slots), attrs, op._device)


def _hashable(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.nbytes > 4096:
            raise TypeError("too large to compare")
        content = tuple(array.ravel()) if array.dtype == object else array.tobytes()
        return (array.dtype.str, array.shape, content)
    if isinstance(value, list):
        return tuple(_hashable(item) for item in value)
    if isinstance(value, float):
        return (value.hex(), "float")
    hash(value)
    return (type(value), value)


def read_reference(variable: Any) -> Any:
    """The value of a reference variable; a fed one is the value already."""
    return variable.read() if hasattr(variable, "read") else variable


def read_fetched(variable: Any, label: str) -> Any:
    """Reads a fetched reference variable; a failure names TensorFlow's node for the fetch."""
    try:
        return read_reference(variable)
    except errors.OpError as error:
        message = f"{error.message}\n\t [[{{{{node {label}}}}}]]"
        raise type(error)(None, None, message) from None


def is_read(step: Step) -> bool:
    """Whether a step only reads a reference variable for the operation that it belongs to."""
    return getattr(step.kernel, "func", step.kernel) in (read_reference, read_fetched)
