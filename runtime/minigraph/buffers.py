"""The memory of one execution: which values share it, and when nobody reads it any more."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from minigraph.ops import shape_rules
from minigraph.plan import Plan
from minigraph.resources import VariableResource
from minigraph.steps import CONTEXT_SLOT, Step, step_inputs

_ELEMENTWISE = (shape_rules.same, shape_rules.broadcast)
_IN_PLACE = ("AddN", "BiasAdd", "LogSoftmax", "Select", "SelectV2", "Softmax")


class Memory(NamedTuple):
    """What a step did with memory.

    ports: for each output the input whose memory it has, or -1; fresh: the numbers of the values
    that got memory of their own, with the values; freed: the numbers of those read for the last
    time; fed: the outputs that are in memory of the one who feeds.
    """

    ports: Sequence[int] = ()
    fresh: Mapping[int, Any] = MappingProxyType({})
    freed: Sequence[int] = ()
    fed: Collection[int] = ()


class Buffers:
    """Which values share memory, as TensorFlow has it: an elementwise result takes the place of an
    input that nobody else reads, and what is handed on stays where it is.
    """

    def __init__(self, plan: Plan) -> None:
        self._reads, self._makes, self._left = lifetimes(plan)
        self._owner: dict[int, int] = {}
        self._device: dict[int, str] = {}
        self._fed = len(plan.feed_slots)
        for number in range(len(plan.feed_slots) + len(plan.known_slots_in_use())):
            self._pin(number)

    def is_read(self, number: int) -> bool:
        """Whether anyone reads the memory of a value."""
        return self._left.get(number, 0) > 0

    def _pin(self, number: int) -> None:
        self._left[number] = self._left.get(number, 0) + 1

    def step(
        self, index: int, step: Step, device: str, inputs: Sequence[Any], values: Sequence[Any]
    ) -> Memory:
        """Takes note of a step on a device; inputs and values: those of its slots."""
        owners = [self._owner.get(number, number) for number in self._reads[index]]
        inputs = [v for v, slot in zip(inputs, step_inputs(step)) if slot != CONTEXT_SLOT]
        for owner in owners:
            self._left[owner] -= 1
        ports, fresh = [], {}
        for number, value in zip(self._makes[index], values):
            port = self._port(step, device, value, inputs, owners)
            if port >= 0:
                self._owner[number] = owners[port]
                self._left[owners[port]] += self._left.get(number, 0)
            else:
                if device:
                    self._device[number] = device
                if any(isinstance(x, VariableResource) and x.value is value for x in inputs):
                    self._pin(number)
                else:
                    fresh[number] = value
                if step.op.op_def.pure and not step.op.inputs:
                    self._pin(number)
            here = port < 0 or self._device.get(owners[port], device) == device
            ports.append(port if here else -1)
        ports = ports[-len(step.op.outputs) :]
        freed = [owner for owner in dict.fromkeys(owners) if not self._left[owner]]
        fed = {slot for slot, port in enumerate(ports) if port >= 0 and owners[port] < self._fed}
        return Memory(ports, fresh, freed, fed)

    def _port(
        self, step: Step, device: str, value: Any, inputs: Sequence[Any], owners: Sequence[int]
    ) -> int:
        """The input in whose memory a value is, or -1."""
        op_def = step.op.op_def
        elementwise = op_def.shape in _ELEMENTWISE or op_def.name in _IN_PLACE
        for port, (source, owner) in enumerate(zip(inputs, owners)):
            if source is value or (op_def.view and _is_same_memory(source, value)):
                return port
            at_hand = not self._left[owner] and self._device.get(owner) == device
            if elementwise and at_hand and owners.count(owner) == 1 and _fits(source, value):
                return port
        return -1


def _is_same_memory(source: Any, value: Any) -> bool:
    if not isinstance(source, np.ndarray) or not isinstance(value, np.ndarray):
        return False
    whole = value.nbytes == source.nbytes and value.flags.c_contiguous and source.flags.c_contiguous
    return whole and np.may_share_memory(source, value)


def _fits(source: Any, value: Any) -> bool:
    arrays = isinstance(source, (np.ndarray, np.generic))
    arrays = arrays and isinstance(value, (np.ndarray, np.generic))
    return arrays and source.dtype == value.dtype and source.shape == value.shape


def lifetimes(plan: Plan) -> tuple[list[list[int]], list[list[int]], dict[int, int]]:
    """The values that each step reads and makes, as numbers, and how often each value is read.

    A slot may hold one value after the other. What is fetched is read once more, at the end.
    """
    current = {
        slot: number for number, slot in enumerate((*plan.feed_slots, *plan.known_slots_in_use()))
    }
    reads: list[list[int]] = []
    makes: list[list[int]] = []
    readers: dict[int, int] = {}
    made = len(current)
    for step in plan.steps:
        reads.append([current[slot] for slot in step_inputs(step) if slot in current])
        outs: Sequence[int] = step.out if isinstance(step.out, tuple) else (step.out,)
        makes.append(list(range(made, made + len(outs))))
        current.update(zip(outs, makes[-1]))
        made += len(outs)
    for number in [n for group in reads for n in group] + [current[s] for s, _ in plan.outputs]:
        readers[number] = readers.get(number, 0) + 1
    return reads, makes, readers
