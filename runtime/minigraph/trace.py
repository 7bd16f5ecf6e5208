"""Runs that are watched: the times of RunMetadata, and the memory of simulated GPUs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from minigraph import cost_graph, dataflow, dtypes, errors, executor, step_stats
from minigraph.buffers import Buffers, Memory
from minigraph.devices import MemoryPool, readable
from minigraph.graph import Graph
from minigraph.opdef import DEAD
from minigraph.partitions import NOTHING, Partitions, ends
from minigraph.placement import Placement
from minigraph.plan import Plan
from minigraph.resources import VariableResource
from minigraph.session_options import RunRequest
from minigraph.step_stats import Event
from minigraph.steps import CONTEXT_SLOT, step_inputs
from minigraph.waits import Node


class Charge(NamedTuple):
    """Memory that a value occupies on a simulated GPU."""

    pool: MemoryPool
    size: int
    operation: str

    def release(self) -> None:
        """Gives the memory back."""
        self.pool.free(self.size, self.operation)


def rounded(size: int) -> int:
    """The bytes that the allocator of a GPU takes for `size` bytes: whole blocks of 256."""
    return -(-max(size, 1) // 256) * 256


class Watcher:
    """Runs plans and notes what happens. One for each run of a session."""

    def __init__(self, placement: Placement, request: RunRequest) -> None:
        self.events: list[Event] = []
        self._placement = placement
        self._request = request
        self._lock = threading.Lock()

    def run(
        self,
        plan: Plan,
        context: executor.StepContext,
        feeds: Sequence[Any],
        pool: Any,
        metadata: Any = None,
    ) -> list[Any]:
        """Runs a plan as a session does; ResourceExhaustedError where a simulated GPU is full.

        pool: where Python functions run, see `dataflow.execute`; metadata: gets what RunOptions
        asked for.
        """
        partitions = Partitions(plan, self._placement)
        watched, timeout = WatchedPlan(self, plan, partitions), self._request.timeout
        try:
            result = dataflow.execute(
                plan, WatchedContext(self, context), feeds, pool, timeout, watched
            )
        finally:
            watched.end()
        if metadata is not None and self._request.trace:
            step_stats.fill(metadata.step_stats, self.events)
        if metadata is not None and self._request.partition_graphs:
            partitions.fill(metadata.partition_graphs)
        if metadata is not None and self._request.costs:
            cost_graph.fill(metadata.cost_graph, partitions.nodes, self.events)
        return result

    def call(self, plan: Plan, context: executor.StepContext, values: Sequence[Any]) -> list[Any]:
        """Runs the plan of a function's body."""
        slots = plan.template.copy()
        slots[CONTEXT_SLOT] = context
        for slot, value in zip(plan.feed_slots, values):
            slots[slot] = value
        watched = WatchedPlan(self, plan, Partitions(plan, self._placement))
        try:
            for index in range(len(plan.steps)):
                watched.run_step(index, slots)
            return [slots[slot] for slot, _ in plan.outputs]
        finally:
            watched.release()

    def note(self, event: Event) -> None:
        """Adds an event."""
        with self._lock:
            self.events.append(event)

    def charge(self, device: str, op_name: str, value: Any) -> Charge | None:
        """Takes the memory of a value on its device; None where it takes none.

        TensorFlow keeps int32 values of a GPU in the memory of the host.
        """
        pool = self._placement.pools.get(device)
        array = value.value if isinstance(value, VariableResource) else value
        if pool is None or not isinstance(array, (np.ndarray, np.generic)):
            return None
        if array.dtype == np.int32:
            return None
        size = rounded(array.nbytes)
        if pool.allocate(size, op_name):
            return Charge(pool, size, op_name)
        sizes = ",".join(str(size) for size in array.shape)
        kind = dtypes.c_name(dtypes.as_dtype(array.dtype))
        raise errors.ResourceExhaustedError(
            None,
            None,
            f"OOM when allocating tensor with shape[{sizes}] and type {kind} on {device} by "
            f"allocator GPU_{pool.index}_bfc",
        )

    def explain(self, device: str) -> str:
        """What TensorFlow adds to the message of a full device."""
        pool = self._placement.pools[device]
        if not self._request.report_allocations:
            return (
                "\nHint: If you want to see a list of allocated tensors when OOM happens, add "
                "report_tensor_allocations_upon_oom to RunOptions for current allocation info. "
                "This isn't available when running in Eager mode.\n"
            )
        held = sorted(pool.by_operation.items(), key=lambda item: -item[1])
        lines = "".join(f"\n  {readable(size)} from {name}" for name, size in held)
        allocator = f"GPU_{pool.index}_bfc"
        return f"\n\nCurrent usage from device: {device}, allocator: {allocator}{lines}\n\n"

    def hold(self, resource: VariableResource, device: str, op_name: str) -> None:
        """Charges a variable for the value that it has by now; the memory lasts as the variable."""
        held = self._placement.variables
        with self._lock:
            before, size = held.get(resource), getattr(resource.value, "nbytes", 0)
            if before is not None and before.size == rounded(size):
                return
            if before is not None:
                held.pop(resource).release()
            charge = self.charge(device, op_name, resource)
            if charge is not None:
                held[resource] = charge


class WatchedPlan:
    """One execution of one plan."""

    def __init__(self, watcher: Watcher, plan: Plan, partitions: Partitions) -> None:
        self._watcher = watcher
        self._plan = plan
        self._nodes = {node.step: node for node in partitions.nodes if node.step >= 0}
        self._others = [node for node in partitions.nodes if node.step < 0]
        self._buffers = Buffers(plan)
        self._charges: dict[int, Charge] = {}
        self._lock = threading.Lock()

    def start(self, slots: list[Any]) -> None:
        """Notes what is there before the first step: constants and fed values."""
        values: dict[Any, Any] = {}
        for slot, op in self._plan.known_names.items():
            values.setdefault(op, slots[slot])
        for name, slot, _, _ in ends("_arg", zip(self._plan.feeds, self._plan.feed_slots)):
            values[name] = slots[slot]
        for node in self._others:
            value = values.get(node.op or node.name)
            if node.kind == "_Arg" or (node.kind == "Const" and node.op is not None):
                now = time.time_ns()
                self._watcher.note(Event(node, [value], now, now))
                charge = self._watcher.charge(node.device, node.name, value)
                if charge is not None:
                    self._charges[-len(self._charges) - 1] = charge

    def run_step(self, index: int, slots: list[Any]) -> None:
        """Runs a step, notes it and takes the memory of what it made."""
        step, node = self._plan.steps[index], self._nodes.get(index)
        inputs = [slots[slot] for slot in step_inputs(step)]
        held = [value for value in inputs if isinstance(value, VariableResource)]
        before = [resource.value for resource in held]
        start = time.time_ns()
        executor.run_step(step, slots)
        end = time.time_ns()
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        values = [slots[slot] for slot in outs]
        with self._lock:
            device = "" if node is None else node.device
            memory = self._buffers.step(index, step, device, inputs, values)
        if node is None or (values and values[0] is DEAD and len(values) > len(step.op.outputs)):
            return
        outputs = values[len(values) > len(step.op.outputs) :]
        # TensorFlow says of a Merge what it gives, not which side that came from.
        outputs = outputs[:1] if step.op.op_def.routing == "joins" else outputs
        self._watcher.note(Event(node, outputs, start, end, memory))
        try:
            self._take(node, memory)
            for resource in held:
                self._watcher.hold(resource, node.device, resource.name)
        except errors.ResourceExhaustedError as error:
            for resource, value in zip(held, before):
                resource.value = value
            failure = executor.as_op_error(error, step.op, ())
            text = self._watcher.explain(node.device)
            raise type(failure)(failure.node_def, failure.op, failure.message + text) from None

    def _take(self, node: Node, memory: Memory) -> None:
        """Charges what a step made and releases what nobody reads any more."""
        for number, value in memory.fresh.items():
            if self._buffers.is_read(number):
                charge = self._watcher.charge(node.device, node.name, value)
                if charge is not None:
                    self._charges[number] = charge
        for number in memory.freed:
            if number in self._charges:
                self._charges.pop(number).release()

    def end(self) -> None:
        """Notes the fetches and releases what values of this execution occupy."""
        for node in self._others:
            now, started = time.time_ns(), node.kind == "_Arg" or (node.kind == "Const" and node.op)
            signal = [NOTHING] if node.op is None and node.kind != "_Retval" else []
            if not started and node.kind not in ("_Send", "_Recv"):
                self._watcher.note(Event(node, signal, now, now))
        self.release()

    def release(self) -> None:
        """Gives back what values of this execution occupy."""
        for charge in self._charges.values():
            charge.release()


class WatchedContext(executor.StepContext):
    """Has the bodies of functions watched as well."""

    __slots__ = ("_watcher",)

    def __init__(self, watcher: Watcher, context: executor.StepContext) -> None:
        super().__init__(context.session, context.resources, context.cancellation)
        self._watcher = watcher

    def call(self, function: Graph, values: Sequence[Any]) -> list[Any]:
        """As for every context."""
        return self._watcher.call(executor.body_of(function).plan, self, values)

    def ready(self, body: executor.Body) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """As for every context."""
        return partial(self._watcher.call, body.plan, self)

    def loop(self, cond: Graph, body: Graph, values: Sequence[Any]) -> Sequence[Any]:
        """As for every context."""
        while self.call(cond, values)[0]:
            values = self.call(body, values)
            self.check_cancelled()
        return values
