"""Runs that are watched: the times of RunMetadata, and the memory of simulated GPUs."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from minigraph import dataflow, dtypes, errors, executor, shapes
from minigraph.devices import MemoryPool, readable
from minigraph.graph import Graph
from minigraph.ops import shape_rules
from minigraph.partitions import Node, Partitions, ends, lifetimes
from minigraph.placement import Placement
from minigraph.plan import Plan
from minigraph.resources import VariableResource
from minigraph.session_options import RunRequest
from minigraph.steps import CONTEXT_SLOT, step_inputs

_ELEMENTWISE = (shape_rules.same, shape_rules.broadcast)


class Event(NamedTuple):
    """A node that ran. Times in nanoseconds."""

    node: Node
    values: Sequence[Any]
    start: int
    end: int


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
            _fill_step_stats(metadata.step_stats, self.events)
        if metadata is not None and self._request.partition_graphs:
            partitions.fill(metadata.partition_graphs)
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

    def note(self, node: Node, values: Sequence[Any], start: int, end: int) -> None:
        """Adds an event."""
        with self._lock:
            self.events.append(Event(node, values, start, end))

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
        self._reads, self._makes, self._left = lifetimes(plan)
        self._charges: dict[int, Charge] = {}
        self._lock = threading.Lock()

    def start(self, slots: list[Any]) -> None:
        """Notes what is there before the first step: constants and fed values."""
        values = {op.name: slots[slot] for slot, op in self._plan.known_names.items()}
        for name, slot, _, _ in ends("_arg", zip(self._plan.feeds, self._plan.feed_slots)):
            values[name] = slots[slot]
        for node in self._others:
            if node.kind in ("Const", "_Arg"):
                now = time.time_ns()
                self._watcher.note(node, [values[node.name]], now, now)
                charge = self._watcher.charge(node.device, node.name, values[node.name])
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
        if node is None:
            return
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        values = [slots[slot] for slot in outs]
        self._watcher.note(node, values, start, end)
        try:
            self._take(index, node, values)
            for resource in held:
                self._watcher.hold(resource, node.device, resource.name)
        except errors.ResourceExhaustedError as error:
            for resource, value in zip(held, before):
                resource.value = value
            failure = executor.as_op_error(error, step.op, ())
            text = self._watcher.explain(node.device)
            raise type(failure)(failure.node_def, failure.op, failure.message + text) from None

    def _take(self, index: int, node: Node, values: Sequence[Any]) -> None:
        """Charges what a step made and releases what nobody reads any more."""
        with self._lock:
            for number in self._reads[index]:
                self._left[number] -= 1
            dead = [n for n in dict.fromkeys(self._reads[index]) if n in self._charges]
            dead = [number for number in dead if not self._left[number]]
        elementwise = node.op is not None and node.op.op_def.shape in _ELEMENTWISE
        for number, value in zip(self._makes[index], values):
            if number not in self._left or isinstance(value, VariableResource):
                continue
            if elementwise and dead and self._charges[dead[0]].size == rounded(value.nbytes):
                # As in TensorFlow, the result takes the place of an input.
                self._charges[number] = self._charges.pop(dead.pop(0))
                continue
            charge = self._watcher.charge(node.device, node.name, value)
            if charge is not None:
                self._charges[number] = charge
        for number in dead:
            self._charges.pop(number).release()

    def end(self) -> None:
        """Notes the fetches and releases what values of this execution occupy."""
        for node in self._others:
            if node.kind == "_Retval" or node.op is not None:
                now = time.time_ns()
                self._watcher.note(node, [], now, now)
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

    def loop(self, cond: Graph, body: Graph, values: Sequence[Any]) -> Sequence[Any]:
        """As for every context."""
        while self.call(cond, values)[0]:
            values = self.call(body, values)
            self.check_cancelled()
        return values


def _fill_step_stats(step_stats: Any, events: Sequence[Event]) -> None:
    """One DeviceStepStats a device, one NodeExecStats a node that ran."""
    by_device: dict[str, Any] = {}
    for event in events:
        node = event.node
        if node.device not in by_device:
            by_device[node.device] = step_stats.dev_stats.add(device=node.device)
            source = Node("_SOURCE", "NoOp", node.device, [], {}, -1, None)
            _fill_node(by_device[node.device], Event(source, (), event.start, event.start))
        _fill_node(by_device[node.device], event)


def _fill_node(device_stats: Any, event: Event) -> None:
    node, start = event.node, event.start
    took = max(event.end - start, 1)
    stats = device_stats.node_stats.add(node_name=node.name, timeline_label=node.label())
    stats.all_start_nanos = stats.scheduled_nanos = start
    stats.all_start_micros = stats.scheduled_micros = start // 1000
    stats.op_start_rel_nanos = 1
    stats.op_end_rel_nanos = stats.all_end_rel_nanos = took
    stats.op_end_rel_micros, stats.all_end_rel_micros = took // 1000, max(1, took // 1000)
    if node.kind != "NoOp":
        stats.memory_stats.SetInParent()
    allocator = f"GPU_{node.device[-1]}_bfc" if "GPU" in node.device else "cpu"
    for slot, value in enumerate(event.values):
        array = value.value if isinstance(value, VariableResource) else value
        if not isinstance(array, (np.ndarray, np.generic, bytes)):
            continue
        array = np.asarray(array)
        _fill_output(stats, slot, array, allocator)
        if node.kind == "Const":
            stats.memory_stats.persistent_memory_size = array.nbytes
        elif node.op is not None and not node.op.op_def.view and not node.op.op_def.stateful:
            memory = stats.memory.add(allocator_name=allocator, total_bytes=array.nbytes)
            memory.peak_bytes = memory.live_bytes = array.nbytes
            memory.allocation_records.add(alloc_micros=start // 1000, alloc_bytes=array.nbytes)


def _fill_output(stats: Any, slot: int, array: Any, allocator: str) -> None:
    description = stats.output.add(slot=slot).tensor_description
    text = array.dtype == object or array.dtype.kind == "S"
    dtype = dtypes.string if text else dtypes.as_dtype(array.dtype)
    description.dtype = dtype.as_datatype_enum
    description.shape.CopyFrom(shapes.from_tuple(array.shape).as_proto())
    allocation = description.allocation_description
    allocation.requested_bytes = array.nbytes
    allocation.allocator_name = allocator
