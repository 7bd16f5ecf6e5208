"""RunMetadata.cost_graph: what each node of a run cost in time and memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minigraph import shapes
from minigraph.step_stats import Event, is_fed, output_of, persistent_memory_of
from minigraph.waits import Node


def fill(cost_graph: Any, nodes: Sequence[Node], events: Sequence[Event]) -> None:
    """The nodes of each device between a _SOURCE and a _SINK, as TensorFlow numbers them."""
    event_of = {(event.node.name, event.node.device): event for event in events}
    for device in dict.fromkeys(node.device for node in nodes):
        here = [node for node in nodes if node.device == device]
        first = len(cost_graph.node)
        ids = {node.name: first + 2 + number for number, node in enumerate(here)}
        read = {text.removeprefix("^").partition(":")[0] for node in here for text in node.inputs}
        last = [number for name, number in ids.items() if name not in read]
        cost_graph.node.add(name="_SOURCE", id=first)
        cost_graph.node.add(name="_SINK", id=first + 1, control_input=[first, first, *last])
        for node in here:
            cost = cost_graph.node.add(name=node.name, device=device, id=ids[node.name])
            cost.is_final = node.kind == "_Send"
            for text in node.inputs:
                if text[0] == "^":
                    cost.control_input.append(ids[text[1:]])
                    continue
                name, _, port = text.partition(":")
                cost.input_info.add(preceding_node=ids[name], preceding_port=int(port or 0))
            if not node.inputs:
                cost.control_input.append(first)
            if (event := event_of.get((node.name, device))) is not None:
                _fill(cost, event)
            count = len(node.op.outputs) if node.op is not None else node.kind == "_Recv"
            for _ in range(len(cost.output_info), count):
                cost.output_info.add(size=-1, alias_input_port=-1).shape.unknown_rank = True


def _fill(cost: Any, event: Event) -> None:
    """The time in microseconds and the memory in bytes."""
    node = event.node
    cost.compute_cost = (event.end - event.start) // 1000
    cost.persistent_memory_size = persistent_memory_of(event)
    for slot, value in enumerate(event.values):
        output = output_of(node, slot, value)
        info = cost.output_info.add(size=-1, alias_input_port=-1)
        if output is None:
            info.shape.unknown_rank = True
            continue
        is_op = node.op is not None and node.kind == node.op.type
        dtype = node.op.outputs[slot].dtype if node.op is not None and is_op else output.dtype
        info.dtype = dtype.as_datatype_enum
        info.size = 0 if is_fed(event, slot) else output.size
        info.alias_input_port = event.memory.ports[slot] if event.memory.ports else -1
        info.shape.CopyFrom(shapes.from_tuple(output.shape).as_proto())
