"""What a plan runs, as TensorFlow would write it: one graph a device, with _Arg and _Retval nodes.

Values that cross from one device to another pass through a _Send and a _Recv node.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from minigraph import attributes, dtypes
from minigraph.graph_def import FUNCTIONS_SINCE, node_def
from minigraph.node_checks import PRODUCER
from minigraph.operation import Operation
from minigraph.placement import Placement
from minigraph.plan import Plan
from minigraph.steps import CONTEXT_SLOT, Step, is_read, step_inputs
from minigraph.tensor import SymbolicTensor
from minigraph.waits import Node, Waits, reached

_SIGNAL = dtypes.float32
NOTHING = np.zeros(0, np.float32)


class Partitions:
    """The nodes of a plan. TensorFlow's names: _arg_x_0_0, _retval_y_0_0, y/_1 for y received."""

    def __init__(self, plan: Plan, placement: Placement) -> None:
        self.nodes: list[Node] = []
        self._placement = placement
        self._report = plan.report
        self._forwarded = set(plan.report.forwarded)
        self._client = placement.devices[0].name
        # Slot -> (node, output, dtype) of the value that it holds at this point of the plan.
        self._values: dict[int, tuple[Node, int, Any]] = {}
        self._received: dict[tuple[str, str], str] = {}
        self._node_of: dict[Operation, Node] = {}
        self._args: dict[int, Node] = {}
        self._transfers = 0
        self._add_known(plan)
        for name, slot, tensor, index in ends("_arg", zip(plan.feeds, plan.feed_slots)):
            attrs = {"index": ("int", index)}
            self._args[id(tensor)] = node = self._add(
                name, "_Arg", self._client, attrs, tensor.dtype
            )
            self._values[slot] = (node, 0, tensor.dtype.base_dtype)
        for index, step in enumerate(plan.steps):
            self._add_step(index, step)
        # By identity: comparing tensors may make operations.
        pairs = zip(plan.fetches, plan.outputs)
        fetched = {id(t): (t, slot) for t, (slot, _) in pairs if id(t) not in self._args}.values()
        for name, slot, tensor, index in ends("_retval", fetched):
            if slot in self._values:
                value = self._result(slot, tensor)
                attrs = {"index": ("int", index)}
                self._read(self._add(name, "_Retval", self._client, attrs, tensor.dtype), *value)
        self._add_waiting(plan)
        waits = Waits(plan, self._args, self._node_of)
        for node, names in waits.of_all(self._node_of.values()):
            controls = (self._signal(waits.nodes[name], node) for name in names)
            node.inputs.extend(sorted(f"^{name}" for name in controls))
            node.sources.extend(names)
        read = {text.removeprefix("^") for node in self.nodes for text in node.inputs}
        self.nodes = [node for node in self.nodes if node.kind != "_Arg" or node.name in read]

    def _add_known(self, plan: Plan) -> None:
        read = {slot for step in plan.steps for slot in step_inputs(step)}
        read.update(slot for slot, _ in plan.outputs)
        folds = 0
        for slot, op in plan.known_names.items():
            folded, name = op.type != "Const", op.name
            if slot in read:
                if folded and not self._report.options.rewrites:
                    # As TensorFlow's older optimizer names what it folds.
                    name, folds = f"{name}/_{folds}__cf__{folds}", folds + 1
                value = np.asarray(plan.template[slot])
                dtype, device = dtypes.as_dtype(value.dtype), self._placement.device_of(op)
                attrs = {"value": ("tensor", value), "dtype": ("type", dtype)} if folded else {}
                node = Node(name, "Const", device, [], attrs, -1, op, [])
                self.nodes.append(node)
                self._node_of.setdefault(op, node)
                self._values[slot] = (node, 0, dtype)

    def _add(
        self, name: str, kind: str, device: str, attrs: dict[str, tuple[str, Any]], dtype: Any
    ) -> Node:
        """Adds a node that is no operation's."""
        key = "tensor_type" if kind == "_Recv" else "T"
        attrs = {key: ("type", dtype.base_dtype), **attrs}
        self.nodes.append(Node(name, kind, device, [], attrs, -1, None, []))
        return self.nodes[-1]

    def _add_node(self, op: Operation, step: int = -1) -> Node:
        node = Node(op.name, op.type, self._placement.device_of(op), [], {}, step, op, [])
        self.nodes.append(node)
        self._node_of[op] = node
        return node

    def _add_step(self, index: int, step: Step) -> None:
        op = step.op
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        if op in self._node_of or (is_read(step) and op not in self._forwarded):
            # TensorFlow has no node for it: what takes a reference reads it.
            self._values[outs[0]] = self._values[step.a]
            return
        if (frame := getattr(getattr(step.kernel, "__self__", None), "frame", None)) is not None:
            self._add_loop(frame, outs)
            return
        node = self._add_node(op, index)
        # Behind a Switch, what comes after the inputs and first among the outputs says whether the
        # operation runs.
        inputs = [slot for slot in step_inputs(step) if slot != CONTEXT_SLOT][: len(op.inputs)]
        for slot in inputs:
            if slot in self._values:
                self._read(node, *self._values[slot])
        for number, (slot, tensor) in enumerate(
            zip(outs[len(outs) > len(op.outputs) :], op.outputs)
        ):
            self._values[slot] = (node, number, tensor.dtype.base_dtype)

    def _add_loop(self, frame: Any, outs: Sequence[int]) -> None:
        """The operations of a loop, which is one step of the plan; `outs` hold its Exits."""
        nodes = [self._add_node(op) for op in frame.members()]
        twins = dict(self._report.merged)
        for node in nodes:
            for tensor in node.op.inputs if node.op is not None else ():
                source = self._args.get(id(tensor))
                source = source or self._node_of.get(twins.get(tensor.op, tensor.op))
                if source is not None:
                    self._read(node, source, tensor.value_index, tensor.dtype.base_dtype)
        for slot, op in zip(outs, frame.exits):
            self._values[slot] = (self._node_of[op], 0, op.outputs[0].dtype.base_dtype)

    def _result(self, slot: int, tensor: SymbolicTensor) -> tuple[Node, int, Any]:
        """What is fetched: as in TensorFlow a node of its own where it hands its input on."""
        value = self._values[slot]
        if tensor.op not in self._forwarded or tensor.op in self._node_of:
            return value
        node = self._add_node(tensor.op)
        self._read(node, *value)
        return node, 0, value[2]

    def _add_waiting(self, plan: Plan) -> None:
        """The operations that take no step, since they only wait for others.

        As in TensorFlow those have a node that were asked for, and those that save edges.
        """
        ran = (*self._report.order, *self._report.forwarded)
        readers: dict[Operation, int] = {}
        for op in {*ran, *plan.known_names.values()}:
            for control in op._control_inputs:
                readers[control] = readers.get(control, 0) + 1
        for op in self._report.forwarded:
            before, after = len(op._control_inputs), readers.get(op, 0)
            if not op.outputs and (not after or before * after > before + after):
                self._add_node(op)

    def _read(self, reader: Node, node: Node, output: int, dtype: Any) -> None:
        """Adds an input to a node: a value of another, received where that is on another device."""
        name = f"{node.name}:{output}" if output else node.name
        reader.sources.append(node.name)
        if node.device != reader.device:
            if (name, reader.device) not in self._received:
                base = node.op.name if node.op is not None else node.name
                received = self._transfer(node, name, base, reader, dtype)
                self._received[name, reader.device] = received
            name = self._received[name, reader.device]
        reader.inputs.append(name)

    def _signal(self, node: Node, reader: Node) -> str:
        """The name of a node that runs after `node`, on the device of its reader."""
        name, device = f"^{node.name}", reader.device
        if node.device == device:
            return node.name
        if (name, device) not in self._received:
            attrs = {"value": ("tensor", NOTHING), "dtype": ("type", _SIGNAL)}
            signal = f"{node.name}/ctrl/_{self._next()}"
            self.nodes.append(Node(signal, "Const", node.device, [name], attrs, -1, None, []))
            received = self._transfer(node, signal, node.name, reader, _SIGNAL)
            done = self._add(f"{node.name}/_{self._next()}", "Identity", device, {}, _SIGNAL)
            done.inputs.append(received)
            self._received[name, device] = done.name
        return self._received[name, device]

    def _next(self) -> int:
        self._transfers += 1
        return self._transfers - 1

    def _transfer(self, node: Node, sent: str, base: str, reader: Node, dtype: Any) -> str:
        """Adds a _Send and a _Recv and returns the name of the latter."""
        number = self._next()
        attrs = {
            "tensor_name": ("string", f"edge_{number}_{base}".encode()),
            "send_device": ("string", node.device.encode()),
            "recv_device": ("string", reader.device.encode()),
            "send_device_incarnation": ("int", 1),
            "client_terminated": ("bool", False),
            "_src": ("string", base.encode()),
            "_dst": ("string", reader.name.encode()),
        }
        self._add(f"{base}/_{number}", "_Send", node.device, attrs, dtype).inputs.append(sent)
        return self._add(f"{base}/_{self._next()}", "_Recv", reader.device, attrs, dtype).name

    def fill(self, partition_graphs: Any) -> None:
        """One GraphDef a device that runs something. As in TensorFlow it has no library."""
        graphs: dict[str, Any] = {}
        near_references = self._near_references()
        calls = any(node.op and node.op.op_def.calls_functions for node in self.nodes)
        least = FUNCTIONS_SINCE if calls else 0
        # TensorFlow's rewriters drop what a node says of itself.
        rewritten = self._report.options.otherwise is not None
        for node in self.nodes:
            if node.device not in graphs:
                graphs[node.device] = partition_graphs.add()
                versions = graphs[node.device].versions
                versions.producer, versions.min_consumer = PRODUCER, least
            added = graphs[node.device].node.add()
            if node.op is not None and node.op.type == node.kind:
                added.CopyFrom(node_def(node.op))
                if rewritten and node.op.attrs.get("_class") == [f"loc:@{node.name}".encode()]:
                    del added.attr["_class"]
            added.name, added.op, added.device = node.name, node.kind, node.device
            added.input[:] = node.inputs
            if node.op is not None or node.kind in ("_Arg", "_Retval"):
                added.attr["_XlaHasReferenceVars"].b = node.name in near_references
            for key, (kind, value) in node.attrs.items():
                added.attr[key].CopyFrom(attributes.to_proto(kind, value))

    def _near_references(self) -> set[str]:
        """The nodes that reference variables reach, and those that reach one of these."""
        after: dict[str, list[str]] = {}
        for node in self.nodes:
            for source in node.sources:
                after.setdefault(source, []).append(node.name)
        references = (
            node.name
            for node in self.nodes
            if node.op and any(tensor.dtype._is_ref_dtype for tensor in node.op.outputs)
        )
        return reached(reached(references, after), {node.name: node.sources for node in self.nodes})


def ends(
    kind: str, pairs: Iterable[tuple[SymbolicTensor, int]]
) -> list[tuple[str, int, SymbolicTensor, int]]:
    """(name, slot, tensor, index) of the nodes for feeds or fetches, which TensorFlow sorts."""
    pairs = sorted(pairs, key=lambda pair: pair[0].name)
    return [
        (f"{kind}_{tensor.op.name}_{tensor.value_index}_{index}", slot, tensor, index)
        for index, (tensor, slot) in enumerate(pairs)
    ]
