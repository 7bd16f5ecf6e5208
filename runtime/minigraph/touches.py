"""Touches: which state a step reads or writes, so that orders which do not matter count once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minigraph.queue_resource import QueueResource
from minigraph.resources import ReferenceResource, VariableResource
from minigraph.steps import Step, is_read, may_block, step_inputs

PYTHON = "Python"
_READERS = frozenset(
    "ReadVariableOp VarIsInitializedOp IsVariableInitialized ResourceGather QueueSizeV2 "
    "QueueIsClosedV2".split()
)

# The run that a step belongs to, None where it does not matter; by name what state it touches, and
# whether it writes it.
Touches = tuple[Any, frozenset[tuple[str, bool]]]


def clashes(one: Touches, other: Touches) -> bool:
    """Whether the order of two steps may matter: both touch the same, and one writes it."""
    if one[0] is not None and one[0] == other[0]:
        return True
    writes = dict(sorted(one[1]))
    return any(name in writes and (mine or writes[name]) for name, mine in other[1])


def touched(
    step: Step, slots: Sequence[Any], aliases: dict[int, set[str]]
) -> frozenset[tuple[str, bool]]:
    """What a step touches that is about to run; nothing for one that only computes.

    aliases: for slots that share the memory of reference variables, which; it is kept up to date.
    """
    op, found = step.op, set()
    only_reads = is_read(step) or op.type in _READERS
    shared: set[str] = set()
    for slot in step_inputs(step):
        value = slots[slot]
        if isinstance(value, (VariableResource, QueueResource)):
            name = f"{type(value).__name__} {getattr(value, 'shared_name', value.name)}"
            found.add((name, not only_reads))
            if isinstance(value, ReferenceResource) and is_read(step):
                shared.add(name)
        shared |= aliases.get(slot, set())
    found |= {(name, False) for name in shared}
    if shared and (is_read(step) or op.op_def.view):
        for slot in step.out if isinstance(step.out, tuple) else (step.out,):
            aliases[slot] = shared
    if (may_block(op) and not op.type.startswith("Queue")) or op.type.startswith("Print"):
        found.add((PYTHON, True))
    elif op.op_def.stateful and not found and not _makes_handle(op):
        found.add((f"{op.type} {op.name}", True))
    return frozenset(found)


def _makes_handle(op: Any) -> bool:
    """Whether an operation only names state."""
    dtypes = [tensor.dtype for tensor in op.outputs]
    return any(dtype._is_ref_dtype or dtype.name == "resource" for dtype in dtypes)
