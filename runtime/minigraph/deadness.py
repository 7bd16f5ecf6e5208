"""Branches as TensorFlow 1 wrote them: behind a Switch only the side that is taken has values.

An operation is dead in a run where one of its inputs or control inputs is; a Merge, where all of
its inputs are. A dead operation does not run, and its outputs are DEAD.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from minigraph import errors
from minigraph.opdef import DEAD
from minigraph.operation import Operation
from minigraph.plan import Builder, Plan
from minigraph.steps import Step
from minigraph.tensor import SymbolicTensor


class BranchingBuilder(Builder):
    """Makes the plan of a request that has Switches: each step below one asks first.

    What control dependencies say matters then, so that nothing is left out.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.forwarding = False
        self._names: list[str] = []
        # Operation -> the slot that is DEAD in the runs in which it is.
        self._states: dict[Operation, int] = {}

    def _merge(self, op: Operation, key: Any) -> bool:
        """As others, but for what waits for a side."""
        twin = self.seen.get(key)
        if op._control_inputs or twin is None or twin._control_inputs:
            return False
        if twin in self._states:
            self._states[op] = self._states[twin]
        return super()._merge(op, key)

    def _fold(self, op: Operation, kernel: Any, slots: list[int], outs: list[int]) -> bool:
        return not op.op_def.routing and super()._fold(op, kernel, slots, outs)

    def _append(self, op: Operation, kernel: Any, slots: list[int], outs: list[int]) -> None:
        states = self._states
        guards = [states[control] for control in op._control_inputs if control in states]
        sources = (tensor.op for tensor in op.inputs if tensor not in self.fed)
        if not (self._is_guarded(op) or guards or any(source in states for source in sources)):
            super()._append(op, kernel, slots, outs)
            return
        states[op] = self._new_slot()
        call = partial(_run_if_alive, kernel, op, len(slots))
        self.steps.append(Step(call, 0, (*slots, *guards), None, (states[op], *outs), op))

    def _is_guarded(self, op: Operation) -> bool:
        return bool(op.op_def.routing)

    def build(
        self, order: Any, fetches: Sequence[SymbolicTensor], idle: Sequence[Operation] = ()
    ) -> Plan:
        """The plan of these fetches."""
        self._names = sorted(tensor.name for tensor in fetches)
        return super().build(order, fetches, idle)

    def _output(self, tensor: SymbolicTensor) -> tuple[int, bool]:
        slot, copy = super()._output(tensor)
        if tensor in self.fed or tensor.op not in self._states:
            return slot, copy
        out = self._new_slot()
        take = partial(_take, number=self._names.index(tensor.name))
        self.steps.append(Step(take, 1, slot, None, out, tensor.op))
        return out, copy


def _run_if_alive(
    kernel: Callable[..., Any], op: Operation, count: int, *values: Any
) -> Sequence[Any]:
    """The state of an operation and its outputs; it takes its inputs, then states it waits for."""
    inputs, outputs = values[:count], len(op.outputs)
    alive = [value is not DEAD for value in inputs]
    routing = op.op_def.routing
    runs = any(alive) if routing == "joins" else all(alive)
    waits = routing not in ("always", "joins")
    if not runs or (waits and any(state is DEAD for state in values[count:])):
        return (DEAD,) * (1 + outputs)
    result = kernel(*inputs)
    return (None, result) if op.op_def.single_output else (None, *(result or ()))


def _take(value: Any, number: int) -> Any:
    if value is DEAD:
        text = f"Retval[{number}] does not have value"
        error = errors.InvalidArgumentError(None, None, text)
        error.is_of_the_run = True
        raise error
    return value
