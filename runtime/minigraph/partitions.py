"""What a plan runs, as TensorFlow would write it: one graph a device, with _Arg and _Retval nodes.

Values that cross from one device to another pass through a _Send and a _Recv node.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from minigraph import attributes, dtypes
from minigraph.graph_def import library_of, node_def
from minigraph.node_checks import PRODUCER
from minigraph.operation import Operation
from minigraph.placement import Placement
from minigraph.plan import Plan, is_read
from minigraph.steps import Step, step_inputs
from minigraph.tensor import SymbolicTensor


class Node(NamedTuple):
    """A node of a partition. step: the index of the step that it is, -1 for the others."""

    name: str
    kind: str
    device: str
    inputs: list[str]
    attrs: dict[str, tuple[str, Any]]
    step: int
    op: Operation | None

    def label(self) -> str:
        """The node in the short form of step_stats."""
        return f"{self.name} = {self.kind}({', '.join(self.inputs)})"


class Partitions:
    """The nodes of a plan. TensorFlow's names: _arg_x_0_0, _retval_y_0_0, y/_1 for y received."""

    def __init__(self, plan: Plan, placement: Placement) -> None:
        self.nodes: list[Node] = []
        self._placement = placement
        self._client = placement.devices[0].name
        # Slot -> (name, device, dtype) of the value that it holds at this point of the plan.
        self._values: dict[int, tuple[str, str, Any]] = {}
        self._received: dict[tuple[str, str], str] = {}
        self._steps_of: dict[Operation, Node] = {}
        self._transfers = 0
        self._add_known(plan)
        for name, slot, tensor, index in ends("_arg", zip(plan.feeds, plan.feed_slots)):
            self._add(name, "_Arg", self._client, [], tensor.dtype, {"index": ("int", index)})
            self._values[slot] = (name, self._client, tensor.dtype.base_dtype)
        for index, step in enumerate(plan.steps):
            self._add_step(index, step)
        self._add_targets(plan)
        # By identity: comparing tensors may make operations.
        fed = set(map(id, plan.feeds))
        pairs = zip(plan.fetches, plan.outputs)
        fetched = {id(t): (t, slot) for t, (slot, _) in pairs if id(t) not in fed}.values()
        for name, slot, tensor, index in ends("_retval", fetched):
            if slot in self._values:
                inputs = [self._input(slot, self._client, name)]
                attrs = {"index": ("int", index)}
                self._add(name, "_Retval", self._client, inputs, tensor.dtype, attrs)
        read = {text for node in self.nodes for text in node.inputs}
        self.nodes = [node for node in self.nodes if node.kind != "_Arg" or node.name in read]

    def _add_targets(self, plan: Plan) -> None:
        """The operations asked for that take no step, since they only wait for others."""
        waiting = [op for op in plan.report.forwarded if not op.outputs]
        ran = (*plan.report.order, *plan.report.forwarded)
        inner = {control for op in ran for control in op._control_inputs}
        for op in waiting:
            if op not in inner:
                inputs = [f"^{name}" for name in dict.fromkeys(self._awaited(op, set(waiting)))]
                device = self._placement.device_of(op)
                self.nodes.append(Node(op.name, op.type, device, inputs, {}, -1, op))

    def _awaited(self, op: Operation, waiting: set[Operation]) -> list[str]:
        names: list[str] = []
        for control in op._control_inputs:
            if control in self._steps_of:
                names.append(control.name)
            elif control in waiting:
                names += self._awaited(control, waiting)
        return names

    def _add_known(self, plan: Plan) -> None:
        read = {slot for step in plan.steps for slot in step_inputs(step)}
        read.update(slot for slot, _ in plan.outputs)
        for slot, op in plan.known_names.items():
            if slot in read:
                value = np.asarray(plan.template[slot])
                dtype, device = dtypes.as_dtype(value.dtype), self._placement.device_of(op)
                attrs = {"value": ("tensor", value), "dtype": ("type", dtype)}
                self.nodes.append(Node(op.name, "Const", device, [], attrs, -1, None))
                self._values[slot] = (op.name, device, dtype)

    def _add(
        self,
        name: str,
        kind: str,
        device: str,
        inputs: list[str],
        dtype: Any,
        attrs: dict[str, tuple[str, Any]],
    ) -> None:
        key = "tensor_type" if kind == "_Recv" else "T"
        attrs = {key: ("type", dtype.base_dtype), **attrs}
        self.nodes.append(Node(name, kind, device, inputs, attrs, -1, None))

    def _add_step(self, index: int, step: Step) -> None:
        op = step.op
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        if is_read(step):
            # TensorFlow has no node for it: what takes a reference reads it.
            self._values[outs[0]] = self._values[step.a]
            return
        device = self._placement.device_of(op)
        read = [slot for slot in step_inputs(step) if slot in self._values]
        inputs = [self._input(slot, device, op.name) for slot in read]
        before = [
            self._steps_of[control] for control in op._control_inputs if control in self._steps_of
        ]
        inputs += [f"^{node.name}" for node in before if node.device == device]
        node = Node(op.name, op.type, device, inputs, {}, index, op)
        self.nodes.append(node)
        self._steps_of[op] = node
        # Behind a Switch, the first says whether the operation ran.
        for number, (slot, tensor) in enumerate(
            zip(outs[len(outs) > len(op.outputs) :], op.outputs)
        ):
            name = f"{op.name}:{number}" if number else op.name
            self._values[slot] = (name, device, tensor.dtype.base_dtype)

    def _input(self, slot: int, device: str, reader: str) -> str:
        """The name under which the node `reader` on `device` finds a value."""
        name, home, dtype = self._values[slot]
        if home == device:
            return name
        if (name, device) not in self._received:
            base, number = name.partition(":")[0], self._transfers
            self._transfers += 2
            attrs = {
                "tensor_name": ("string", f"edge_{number}_{base}".encode()),
                "send_device": ("string", home.encode()),
                "recv_device": ("string", device.encode()),
                "send_device_incarnation": ("int", 1),
                "client_terminated": ("bool", False),
                "_src": ("string", base.encode()),
                "_dst": ("string", reader.encode()),
            }
            self._add(f"{base}/_{number}", "_Send", home, [name], dtype, attrs)
            self._received[name, device] = received = f"{base}/_{number + 1}"
            self._add(received, "_Recv", device, [], dtype, attrs)
        return self._received[name, device]

    def fill(self, partition_graphs: Any) -> None:
        """One GraphDef a device that runs something, with the functions that its nodes call."""
        graphs: dict[str, Any] = {}
        made = (tensor for node in self.nodes if node.op for tensor in node.op.outputs)
        has_references = any(tensor.dtype._is_ref_dtype for tensor in made)
        for node in self.nodes:
            if node.device not in graphs:
                graphs[node.device] = partition_graphs.add()
                graphs[node.device].versions.producer = PRODUCER
            added = graphs[node.device].node.add()
            if node.op is not None:
                added.CopyFrom(node_def(node.op))
            added.name, added.op, added.device = node.name, node.kind, node.device
            added.input[:] = node.inputs
            if node.kind not in ("_Send", "_Recv"):
                added.attr["_XlaHasReferenceVars"].b = has_references
            for key, (kind, value) in node.attrs.items():
                added.attr[key].CopyFrom(attributes.to_proto(kind, value))
        for device, graph in graphs.items():
            ops = [node.op for node in self.nodes if node.op and node.device == device]
            graph.library.function.extend(library_of(ops))


def ends(
    kind: str, pairs: Iterable[tuple[SymbolicTensor, int]]
) -> list[tuple[str, int, SymbolicTensor, int]]:
    """(name, slot, tensor, index) of the nodes for feeds or fetches, which TensorFlow sorts."""
    pairs = sorted(pairs, key=lambda pair: pair[0].name)
    return [
        (f"{kind}_{tensor.op.name}_{tensor.value_index}_{index}", slot, tensor, index)
        for index, (tensor, slot) in enumerate(pairs)
    ]


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
