"""RunMetadata.step_stats: which nodes ran when on which device, and the memory that they used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from minigraph import dtypes, shapes
from minigraph.buffers import Memory
from minigraph.dtypes import DType
from minigraph.opdef import DEAD
from minigraph.resources import VariableResource
from minigraph.waits import Node

BYTES_OF_A_STRING = 24
BYTES_OF_A_HANDLE = 200


class Event(NamedTuple):
    """A node that ran. Times in nanoseconds."""

    node: Node
    values: Sequence[Any]
    start: int
    end: int
    memory: Memory = Memory()


class Output(NamedTuple):
    """What step_stats tells of an output. size: bytes."""

    dtype: DType
    shape: tuple[int, ...]
    size: int


def fill(step_stats: Any, events: Sequence[Event]) -> None:
    """One DeviceStepStats a device, one NodeExecStats a node that ran."""
    by_device: dict[str, Any] = {}
    for event in events:
        node = event.node
        if node.device not in by_device:
            by_device[node.device] = step_stats.dev_stats.add(device=node.device)
            source = Node("_SOURCE", "NoOp", node.device, [], {}, -1, None, [])
            _fill_node(by_device[node.device], Event(source, (), event.start, event.start))
        _fill_node(by_device[node.device], event)


def output_of(node: Node, slot: int, value: Any) -> Output | None:
    """What TensorFlow sees in a value; None where there is none."""
    made = node.op.outputs if node.op is not None else ()
    if slot < len(made) and made[slot].dtype.base_dtype is dtypes.resource:
        return Output(dtypes.resource, (), BYTES_OF_A_HANDLE)
    array = value.value if isinstance(value, VariableResource) else value
    if not isinstance(array, (np.ndarray, np.generic, bytes)) or array is DEAD:
        return None
    array = np.asarray(array)
    if array.dtype == object or array.dtype.kind == "S":
        return Output(dtypes.string, array.shape, BYTES_OF_A_STRING * array.size)
    return Output(dtypes.as_dtype(array.dtype), array.shape, array.nbytes)


def is_fed(event: Event, slot: int) -> bool:
    """Whether an output is in memory that TensorFlow was given, not in its own."""
    return event.node.kind == "_Arg" or slot in event.memory.fed


def memory_of(event: Event) -> int:
    """The bytes that a node allocated."""
    node, fresh = event.node, [id(value) for value in event.memory.fresh.values()]
    if node.op is None or node.kind == "Const":
        return 0
    if node.op.op_def.blocking or node.op.op_def.calls_functions:
        return 0
    outputs = [
        output_of(node, slot, value)
        for slot, value in enumerate(event.values)
        if id(value) in fresh and not isinstance(value, VariableResource)
    ]
    return sum(output.size for output in outputs if output is not None)


def persistent_memory_of(event: Event) -> int:
    """The bytes that a constant or a reference variable keeps."""
    node = event.node
    kept = node.kind == "Const" or (
        not node.inputs and bool(node.op and node.op.outputs[:1]) and _is_reference(node)
    )
    outputs = [output_of(node, slot, value) for slot, value in enumerate(event.values)]
    return sum(output.size for output in outputs if output is not None) if kept else 0


def _is_reference(node: Node) -> bool:
    return node.op is not None and node.op.outputs[0].dtype._is_ref_dtype


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
    if kept := persistent_memory_of(event):
        stats.memory_stats.persistent_memory_size = kept
    allocator = f"GPU_{node.device[-1]}_bfc" if "GPU" in node.device else "cpu"
    if size := memory_of(event):
        memory = stats.memory.add(allocator_name=allocator, total_bytes=size)
        memory.peak_bytes = memory.live_bytes = size
        memory.allocation_records.add(alloc_micros=start // 1000, alloc_bytes=size)
    for slot, value in enumerate(event.values):
        output = output_of(node, slot, value)
        if output is not None:
            description = stats.output.add(slot=slot).tensor_description
            _fill_output(description, output, allocator if output.size else "")
            if not is_fed(event, slot):
                description.allocation_description.allocated_bytes = output.size


def _fill_output(description: Any, output: Output, allocator: str) -> None:
    description.dtype = output.dtype.as_datatype_enum
    description.shape.CopyFrom(shapes.from_tuple(output.shape).as_proto())
    allocation = description.allocation_description
    allocation.requested_bytes, allocation.allocator_name = output.size, allocator
