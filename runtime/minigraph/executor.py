"""The reference executor: runs the steps of a plan one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import errors
from minigraph.operation import Operation
from minigraph.plan import CONTEXT_SLOT, Plan
from minigraph.resources import ResourceManager


class Cancellation:
    """Tells the blocking kernels of a run that the session was closed or the time is up."""

    __slots__ = ("cancelled", "message")

    def __init__(self) -> None:
        self.cancelled = False
        self.message = ""


class StepContext:
    """What a stateful kernel may use: the session's resources and the run's cancellation."""

    __slots__ = ("cancellation", "resources", "session")

    def __init__(self, session: Any, resources: ResourceManager, cancellation: Any = None) -> None:
        self.session = session
        self.resources = resources
        self.cancellation = cancellation


def execute(plan: Plan, context: StepContext, feeds: Sequence[Any]) -> list[Any]:
    """Runs a plan and returns the value of each fetch.

    Raises the OpError of the first step that fails, with its operation.
    """
    slots = plan.template.copy()
    slots[CONTEXT_SLOT] = context
    for slot, value in zip(plan.feed_slots, feeds):
        slots[slot] = value
    run_steps(plan, slots)
    return collect(plan, slots)


def run_steps(plan: Plan, slots: list[Any]) -> None:
    """Runs every step over `slots`."""
    op: Any = None
    try:
        with np.errstate(all="ignore"):
            for kernel, arity, a, b, out, op in plan.steps:  # noqa: B007
                if arity == 2:
                    slots[out] = kernel(slots[a], slots[b])
                elif arity == 1:
                    slots[out] = kernel(slots[a])
                elif type(out) is int:
                    slots[out] = kernel(*[slots[slot] for slot in a])
                elif out:
                    for slot, value in zip(out, kernel(*[slots[slot] for slot in a])):
                        slots[slot] = value
                else:
                    kernel(*[slots[slot] for slot in a])
    except Exception as error:
        raise as_op_error(error, op) from _cause(error)


def collect(plan: Plan, slots: list[Any]) -> list[Any]:
    """The fetched values, copied where a slot may share memory with state."""
    values = []
    for slot, copy in plan.outputs:
        value = slots[slot]
        if type(value) is np.ndarray:
            if value.ndim == 0 and slot not in plan.feed_slots:
                value = value[()]
            elif copy:
                value = value.copy()
        values.append(value)
    return values


def as_op_error(error: Exception, op: Operation) -> errors.OpError:
    """What a kernel raised, as the error of its operation."""
    if isinstance(error, errors.OpError):
        named = error.op is not None or "[[{{node" in str(error.message)
        return error if named else errors.attach_node(error, op)
    if isinstance(error, MemoryError):
        kind: type[errors.OpError] = errors.ResourceExhaustedError
    elif isinstance(error, (ValueError, TypeError, IndexError)):
        kind = errors.InvalidArgumentError
    else:
        kind = errors.InternalError
    return errors.attach_node(kind(None, None, str(error)), op)


def _cause(error: Exception) -> Exception | None:
    return None if isinstance(error, errors.OpError) else error
