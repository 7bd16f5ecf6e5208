"""Adds the nodes of a GraphDef to a graph."""

from __future__ import annotations

import heapq
import re
from collections.abc import Mapping
from typing import Any

from minigraph import attributes, device_spec, errors, node_checks, opdef
from minigraph.func_graph import FuncGraph
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

TensorKey = tuple[str, int]


def parse_tensor_name(name: str) -> TensorKey:
    """Splits a name: "a:1" is ("a", 1), "a" is ("a", 0) and "^a" is ("a", -1).

    Raises ValueError where it is no name of a tensor.
    """
    if name.startswith("^"):
        return name[1:], -1
    op_name, *index = name.split(":")
    if len(index) > 1:
        raise ValueError(
            f"Cannot convert '{name}' to a tensor name. Tensor names should not contain more than "
            f"1 `:`. Obtained {len(index)}"
        )
    if index and not index[0].lstrip("-").isdigit():
        raise ValueError(
            f"Cannot convert {name!r} to a tensor name. Second component of the name following the "
            f"`:` should be an int. Got {index[0]}."
        )
    return op_name, int(index[0]) if index else 0


_INPUT = re.compile(r"(.+):(\d{1,10})")


def parse_input(text: str) -> TensorKey:
    """As `parse_tensor_name`, of an input of a node; what is no index is part of the name."""
    match = None if text.startswith("^") else _INPUT.fullmatch(text)
    return (match[1], int(match[2])) if match else (text.removeprefix("^"), -text.startswith("^"))


class Importer:
    """Adds nodes to a graph in an order in which every input is there before it is used."""

    def __init__(
        self,
        graph: Graph,
        graph_def: Any,
        input_map: Mapping[TensorKey, Any],
        scope: str,
        foreign: Mapping[str, opdef.OpDef] | None = None,
    ) -> None:
        self._graph = graph
        self._scope = scope
        self._names_before = dict(graph._names_in_use)
        self._input_map = input_map
        self._nodes = node_checks.nodes_by_name(graph_def)
        types = dict.fromkeys(node.op for node in graph_def.node)
        foreign = foreign or {}
        self._op_defs = {name: node_checks.lookup_for_import(name, foreign) for name in types}
        graph._foreign_ops |= foreign
        self._functions = Functions(graph_def, foreign)
        self._operations: dict[str, Operation] = {}
        self._loops: list[tuple[Operation, int, TensorKey]] = []

    def unused(self) -> list[TensorKey]:
        """The keys of the input map that no node of the GraphDef has or asks for."""
        known = {(name, -1) for name in self._nodes}
        for name, op in self._operations.items():
            known.update((name, index) for index in range(len(op.outputs)))
            known.update(parse_input(text) for text in self._nodes[name].input)
        return sorted(key for key in self._input_map if key not in known)

    def add_all(self) -> None:
        """Adds every node; ValueError for a cycle or an unknown input."""
        with self._graph._outside_scopes():
            for name in self._order():
                self._operations[name] = self._add(self._nodes[name])
        self._close_loops()

    def enter_blocks(self) -> None:
        """Gives operations the control inputs and the context of the blocks that are open.

        All wait for the control inputs: unlike operations that are built, also those that take from
        others that do.
        """
        graph = self._graph
        controls = graph._control_inputs_of_new_op([])
        for op in self._operations.values():
            op._add_control_inputs(controls)
            for block in graph._control_stack:
                block.seen.add(op)
            if graph._get_control_flow_context() is not None:
                graph._add_in_context(op)
                graph._next_id += 1

    def take_back(self) -> None:
        """Removes what was added, as if it had never been there."""
        with self._graph._lock:
            for op in self._operations.values():
                del self._graph._operations[op.name]
            self._graph._consumers.forget()
            self._graph._names_in_use = self._names_before

    def _order(self) -> list[str]:
        """An order in which inputs come first, and among those the order of the GraphDef."""
        waits: list[int] = []
        followers: dict[str, list[int]] = {name: [] for name in self._nodes}
        for index, (name, node) in enumerate(self._nodes.items()):
            sources = set()
            for text in node.input:
                key = parse_input(text)
                if key in self._input_map:
                    continue
                if key[0] not in self._nodes:
                    raise ValueError(f"Node '{name}': Unknown input node '{text}'")
                if not self._ends_loop(node, key):
                    sources.add(key[0])
            waits.append(len(sources))
            for source in sources:
                followers[source].append(index)
        names = list(self._nodes)
        ready = [index for index, count in enumerate(waits) if count == 0]
        order: list[str] = []
        while ready:
            name = names[heapq.heappop(ready)]
            order.append(name)
            for follower in followers[name]:
                waits[follower] -= 1
                if waits[follower] == 0:
                    heapq.heappush(ready, follower)
        if len(order) < len(names):
            raise ValueError(f"{len(names) - len(order)} nodes in a cycle")
        return order

    def _ends_loop(self, node: Any, key: TensorKey) -> bool:
        """Whether an edge leads back to the start of one of TensorFlow 1's loops."""
        return node.op == "Merge" and key[1] >= 0 and self._nodes[key[0]].op == "NextIteration"

    def _close_loops(self) -> None:
        """Adds the edges to the starts of loops, which had another input in their place."""
        for op, index, key in self._loops:
            tensor = self._operations[key[0]].outputs[0]
            if tensor.dtype is not op.inputs[index].dtype:
                raise ValueError(f"Input {index} of node {op.name} was passed {tensor.dtype.name}")
            op.inputs = (*op.inputs[:index], tensor, *op.inputs[index + 1 :])
            self._graph._consumers.forget()
            self._graph._note_late_edge()

    def _add(self, node: Any) -> Operation:
        op_def = self._op_defs[node.op]
        full_name = self._full_name(node.name)
        summary = f"{{{{node {full_name}}}}}"
        attrs = self._attrs(node, op_def, summary)
        inputs: list[SymbolicTensor] = []
        controls: list[Operation] = []
        loops: list[tuple[int, TensorKey]] = []
        for text in node.input:
            op_name, index = parse_input(text)
            if inputs and (op_name, index) not in self._input_map:
                if self._ends_loop(node, (op_name, index)) and op_name not in self._operations:
                    loops.append((len(inputs), (op_name, index)))
                    inputs.append(inputs[0])
                    continue
            source = self._source(node, op_name, index)
            if index < 0:
                controls.append(source.op if isinstance(source, SymbolicTensor) else source)
            else:
                inputs.append(source)
        node_checks.check_inputs(op_def, attrs, inputs, full_name, summary)
        has_shapes = node_checks.are_shapes(attrs.get("_output_shapes"))
        known_shapes = attrs.pop("_output_shapes") if has_shapes else None
        try:
            op = self._graph.add_operation(op_def, tuple(inputs), attrs, full_name)
        except NotImplementedError as error:
            raise errors.NotFoundError(None, None, str(error)) from None
        op._add_control_inputs(controls)
        self._loops += [(op, index, key) for index, key in loops]
        if known_shapes is not None:
            node_checks.merge_shapes(op, known_shapes)
        return op

    def place_all(self) -> None:
        """Gives operations the devices that they ask for, or that of what they go with."""
        functions = self._graph._device_stack
        together: list[tuple[Operation, list[str]]] = []
        for name, op in self._operations.items():
            groups = [group[5:].decode() for group in op.attrs.get("_class", ())]
            if others := [other for other in groups if other != op.name]:
                together.append((op, others))
                continue
            op._device = device_spec.canonical_name(self._nodes[name].device)
            for function in reversed(functions):
                if function is None:
                    break
                op._device = function(op)
            self._graph._asks_for_devices |= bool(op._device)
        operations = self._graph._operations
        for op, others in together:
            anchors = [operations[other] for other in others if other in operations]
            op._device = next((anchor.device for anchor in anchors if anchor.device), "")

    def _full_name(self, name: str) -> str:
        """The name in the graph: other than elsewhere, names may differ in case only."""
        full_name = self._scope + name
        if full_name not in self._graph._operations:
            self._graph._names_in_use.setdefault(full_name.lower(), 1)
            return full_name
        previous, self._graph._thread.name_stack = self._graph._thread.name_stack, ""
        try:
            return self._graph.unique_name(full_name)
        finally:
            self._graph._thread.name_stack = previous

    def _source(self, node: Any, op_name: str, index: int) -> Any:
        mapped = self._input_map.get((op_name, index))
        if mapped is not None:
            return mapped
        op = self._operations[op_name]
        if index < 0:
            return op
        if index >= len(op.outputs):
            raise ValueError(
                f"Node '{node.name}': Connecting to invalid output {index} of source node "
                f"{op_name} which has {len(op.outputs)} outputs."
            )
        return op.outputs[index]

    def _attrs(self, node: Any, op_def: opdef.OpDef, summary: str) -> dict[str, Any]:
        attrs: dict[str, Any] = {}
        for key, message in node.attr.items():
            attr = op_def.attrs.get(key)
            if attr is not None:
                node_checks.check_attr(attr, message, op_def, summary)
            attrs[key] = self._functions.resolve(attributes.from_proto(message), message)
        if "_class" in attrs:
            attrs["_class"] = [self._colocated(group) for group in node.attr["_class"].list.s]
        missing = [name for name in op_def.attrs if name not in attrs]
        required = [name for name in missing if op_def.attrs[name].default is opdef.REQUIRED]
        if required:
            names = ", ".join(f"'{name}'" for name in reversed(required))
            raise ValueError(
                f"NodeDef missing attr{'s' if len(required) > 1 else ''} {names} from "
                f"{node_checks.describe(op_def)}; NodeDef: {summary}"
            )
        for name in missing:
            attr = op_def.attrs[name]
            attrs[name] = attributes.normalize(attr, attr.default, op_def.name)
        return attrs

    def _colocated(self, group: bytes) -> bytes:
        if not group.startswith(b"loc:@"):
            return group
        return b"loc:@" + self._scope.encode() + group[5:]

    def element(self, name: str) -> Any:
        """A returned element by its name in the GraphDef."""
        op_name, index = parse_tensor_name(name)
        if ":" in name:
            if (op_name, index) in self._input_map:
                return self._input_map[op_name, index]
            if op_name not in self._operations:
                raise ValueError(f"Requested return tensor '{name}' not found in graph def")
            outputs = self._operations[op_name].outputs
            if index >= len(outputs):
                raise ValueError(
                    f"Invalid return output {index} of node '{op_name}', which has {len(outputs)} "
                    "output(s)"
                )
            return outputs[index]
        if name not in self._operations:
            raise ValueError(f"Requested return node '{name}' not found in graph def")
        return self._operations[name]


class Functions:
    """The function library of a GraphDef, built when an attribute names a function."""

    def __init__(self, graph_def: Any, foreign: Mapping[str, opdef.OpDef]) -> None:
        self._foreign = foreign
        self._definitions = {f.signature.name: f for f in graph_def.library.function}
        self._built: dict[str, FuncGraph] = {}
        self._graph_def = graph_def

    def resolve(self, value: Any, message: Any) -> Any:
        """An attribute's value, where it names a function that function's graph."""
        if message.WhichOneof("value") == "func":
            return self.named(value)
        return list(map(self.named, value)) if message.list.func else value

    def named(self, name: str) -> FuncGraph:
        """The graph of a function; ValueError where the library does not have it."""
        if name not in self._definitions:
            raise ValueError(f"Function {name} is not defined.")
        if name not in self._built:
            from minigraph import function_def

            self._built[name] = function_def.to_func_graph(
                self._definitions[name], self._graph_def, self._foreign
            )
        return self._built[name]
