"""Runs that are watched: RunMetadata with step_stats and partition_graphs, simulated memory."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import attributes, dtypes, executor, shapes
from minigraph.devices import Placement
from minigraph.plan import Plan
from minigraph.steps import CONTEXT_SLOT, Step, step_inputs


def run(
    plan: Plan,
    context: executor.StepContext,
    feeds: Sequence[Any],
    placement: Placement,
    request: Any,
    metadata: Any,
) -> list[Any]:
    """Runs a plan and fills `metadata` with what RunOptions asked for."""
    watcher = Watcher(plan, placement)
    values = watcher.run(context, feeds)
    if request.trace:
        watcher.fill_step_stats(metadata.step_stats)
    if request.partition_graphs:
        watcher.fill_partition_graphs(metadata)
    return values


class Watcher:
    """Runs the steps of a plan one by one, with their times and the memory of simulated GPUs."""

    def __init__(self, plan: Plan, placement: Placement) -> None:
        self._plan = plan
        self._placement = placement
        self._records: list[tuple[str, str, str, Any, int, int]] = []
        self._sizes: dict[int, tuple[Any, int]] = {}
        self._last_use = {
            slot: index for index, step in enumerate(plan.steps) for slot in step_inputs(step)
        }
        self._kept = {slot for slot, _ in plan.outputs}

    def run(self, context: executor.StepContext, feeds: Sequence[Any]) -> list[Any]:
        """Runs the plan; ResourceExhaustedError where a simulated GPU is full."""
        plan = self._plan
        slots = plan.template.copy()
        slots[CONTEXT_SLOT] = context
        for slot, value in zip(plan.feed_slots, feeds):
            slots[slot] = value
        start = time.time_ns()
        self._note("_SOURCE", "NoOp", "_SOURCE = NoOp()", (), start, start)
        try:
            with np.errstate(all="ignore"):
                for index, step in enumerate(plan.steps):
                    self._run_step(index, step, slots)
            return executor.collect(plan, slots)
        finally:
            for pool, size in self._sizes.values():
                pool.free(size)

    def _run_step(self, index: int, step: Step, slots: list[Any]) -> None:
        start = time.time_ns()
        executor.run_step(step, slots)
        end = time.time_ns()
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        values = [slots[slot] for slot in outs]
        op = step.op
        inputs = ", ".join(tensor.op.name for tensor in op.inputs)
        self._note(op.name, op.type, f"{op.name} = {op.type}({inputs})", values, start, end, op)
        self._account(index, step, outs, values)

    def _note(
        self, name: str, kind: str, label: str, values: Any, start: int, end: int, op: Any = None
    ) -> None:
        place = self._placement
        device = place.devices[0].name if op is None else place.device_of(op)
        self._records.append((device, name, label, values, start, end))

    def _account(self, index: int, step: Step, outs: Sequence[int], values: Any) -> None:
        """Charges outputs to the GPU that made them, until nobody needs them any more."""
        pool = self._placement.pools.get(self._placement.device_of(step.op))
        for slot, value in zip(outs, values, strict=True):
            if pool is None or not isinstance(value, (np.ndarray, np.generic)):
                continue
            self._release(slot)
            size = rounded(value.nbytes)
            try:
                pool.allocate(size, describe(value))
            except Exception as error:
                raise executor.as_op_error(error, step.op, ()) from None
            self._sizes[slot] = (pool, size)
        for slot in step_inputs(step):
            if self._last_use.get(slot) == index and slot not in self._kept:
                self._release(slot)

    def _release(self, slot: int) -> None:
        held = self._sizes.pop(slot, None)
        if held is not None:
            held[0].free(held[1])

    # What RunMetadata gets

    def fill_step_stats(self, step_stats: Any) -> None:
        """One DeviceStepStats a device, one NodeExecStats a step."""
        by_device: dict[str, Any] = {}
        for device, name, label, values, start, end in self._records:
            if device not in by_device:
                by_device[device] = step_stats.dev_stats.add(device=device)
            stats = by_device[device].node_stats.add(node_name=name, timeline_label=label)
            stats.all_start_nanos, stats.scheduled_nanos = start, start
            stats.all_start_micros, stats.scheduled_micros = start // 1000, start // 1000
            stats.op_end_rel_nanos = stats.all_end_rel_nanos = end - start
            stats.op_end_rel_micros = (end - start) // 1000
            stats.all_end_rel_micros = max(1, (end - start) // 1000)
            stats.thread_id = threading.get_ident() & 0xFFFFFFFF
            if name != "_SOURCE":
                stats.memory_stats.SetInParent()
            self._fill_outputs(stats, device, values)

    def _fill_outputs(self, stats: Any, device: str, values: Any) -> None:
        allocator = f"GPU_{device[-1]}_bfc" if "GPU" in device else "cpu"
        for slot, value in enumerate(values):
            if not isinstance(value, (np.ndarray, np.generic, bytes)):
                continue
            array = np.asarray(value)
            if array.dtype == object:
                continue
            memory = stats.memory.add(allocator_name=allocator, total_bytes=array.nbytes)
            memory.peak_bytes = memory.live_bytes = array.nbytes
            output = stats.output.add(slot=slot)
            description = output.tensor_description
            description.dtype = dtypes.as_dtype(array.dtype).as_datatype_enum
            description.shape.CopyFrom(shapes.from_tuple(array.shape).as_proto())
            allocation = description.allocation_description
            allocation.requested_bytes = allocation.allocated_bytes = array.nbytes
            allocation.allocator_name = allocator

    def fill_partition_graphs(self, metadata: Any) -> None:
        """The graph that ran, one GraphDef a device: after pruning, folding and merging."""
        plan, graphs = self._plan, {}
        producers = {**self._arguments(), **self._constants()}
        for device in dict.fromkeys(self._device(step) for step in plan.steps):
            graphs[device] = metadata.partition_graphs.add()
            graphs[device].versions.producer = 2474
        first = next(iter(graphs), self._placement.devices[0].name)
        graph = graphs.setdefault(first, None) or metadata.partition_graphs.add()
        graphs[first] = graph
        for name, kind, attrs in producers.values():
            node = graph.node.add(name=name, op=kind, device=first)
            for key, (attr_kind, value) in attrs.items():
                node.attr[key].CopyFrom(attributes.to_proto(attr_kind, value))
        names = {slot: name for slot, (name, _, _) in producers.items()}
        for step in plan.steps:
            self._add_node(graphs[self._device(step)], step, names)
        for number, (slot, _) in enumerate(plan.outputs):
            source = names.get(slot, "_SOURCE")
            label = f"_retval_{source.split(':')[0]}_0_{number}"
            node = graph.node.add(name=label, op="_Retval", device=first)
            node.input.append(source)

    def _device(self, step: Step) -> str:
        return self._placement.device_of(step.op)

    def _arguments(self) -> dict[int, Any]:
        return {
            slot: (f"_arg_{tensor.op.name}_{tensor.value_index}_{index}", "_Arg", {})
            for index, (slot, tensor) in enumerate(
                zip(self._plan.feed_slots, self._plan.feeds, strict=True)
            )
        }

    def _constants(self) -> dict[int, Any]:
        used = {slot for step in self._plan.steps for slot in step_inputs(step)}
        used.update(slot for slot, _ in self._plan.outputs)
        result = {}
        for slot, op in self._plan.known_names.items():
            if slot in used:
                value = np.asarray(self._plan.template[slot])
                dtype = dtypes.as_dtype(value.dtype)
                result[slot] = (
                    op.name,
                    "Const",
                    {"value": ("tensor", value), "dtype": ("type", dtype)},
                )
        return result

    def _add_node(self, graph: Any, step: Step, names: dict[int, str]) -> None:
        node = graph.node.add()
        node.CopyFrom(step.op.node_def)
        node.device = self._device(step)
        del node.input[:]
        node.input.extend(names[slot] for slot in step_inputs(step) if slot in names)
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        for index, slot in enumerate(outs):
            names[slot] = step.op.name if index == 0 else f"{step.op.name}:{index}"


def rounded(size: int) -> int:
    """The bytes that a GPU allocator takes for `size` bytes: a multiple of 256."""
    return -(-max(size, 1) // 256) * 256


def describe(value: Any) -> str:
    """A tensor as out-of-memory messages name it."""
    shape = ",".join(str(size) for size in np.shape(value))
    name = dtypes.c_name(dtypes.as_dtype(np.asarray(value).dtype))
    return f"shape[{shape}] and type {name}"
