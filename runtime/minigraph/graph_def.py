"""Graphs as data: GraphDef out (`Graph.as_graph_def`) and in (`import_graph_def`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from minigraph import attributes, context, convert, errors, opdef, shapes
from minigraph.func_graph import FuncGraph
from minigraph.graph import Graph
from minigraph.node_checks import check_attr_kind, check_inputs, describe, lookup_for_import
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

PRODUCER = 2474  # the GraphDef version that TensorFlow 2.21 writes


def from_graph(graph: Graph, from_version: int | None = None, add_shapes: bool = False) -> Any:
    """The GraphDef of a graph; with `from_version` only the operations made since then."""
    from minigraph import function_def, protos

    message = protos.GraphDef()
    message.versions.producer = PRODUCER
    functions: dict[str, FuncGraph] = {}
    for op in graph.get_operations():
        if from_version is not None and op._id < from_version:
            continue
        message.node.append(node_def(op, add_shapes))
        _collect_functions(op, functions)
    for body in functions.values():
        message.library.function.append(function_def.from_func_graph(body))
    return message


def node_def(op: Operation, add_shapes: bool = False) -> Any:
    """The NodeDef of an operation, on request with the static shapes of its outputs.

    In a GraphDef, TensorFlow sorts control inputs by name.
    """
    node = op.node_def
    node.input[len(op.inputs) :] = sorted(node.input[len(op.inputs) :])
    if add_shapes and op.outputs:
        known = [tensor._shape for tensor in op.outputs]
        node.attr["_output_shapes"].CopyFrom(attributes.to_proto("list(shape)", known))
    return node


def _collect_functions(op: Operation, found: dict[str, FuncGraph]) -> None:
    for value in op.attrs.values():
        if isinstance(value, FuncGraph) and value.name not in found:
            found[value.name] = value
            for inner in value.get_operations():
                _collect_functions(inner, found)


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None = None,
    return_elements: Sequence[str] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Adds the nodes of a GraphDef to the default graph under `name`, "import" unless given.

    input_map: tensor names of the GraphDef -> tensors that take their place.
    return_elements: names of the tensors and operations to return.
    Raises TypeError for arguments of the wrong types, ValueError for a graph that is not well
    formed or names that it does not have, NotFoundError for an op type that minigraph lacks.
    """
    graph_def = _as_graph_def(graph_def)
    mapped = _checked_input_map(input_map)
    wanted = _checked_return_elements(return_elements)
    graph: Graph = context.get_default_graph()
    prefix = "import" if name is None else name
    with graph.name_scope(prefix) if prefix else nullcontext("") as scope:
        mapped = _converted_input_map(graph, mapped)
        nodes = Importer(graph, graph_def, mapped, scope)
        nodes.add_all()
    unused = nodes.unused()
    if unused:
        names = ", ".join(f"{op}:{index}" if index >= 0 else f"^{op}" for op, index in unused)
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{names}]")
    return None if wanted is None else [nodes.element(item) for item in wanted]


def _as_graph_def(graph_def: Any) -> Any:
    from minigraph import protos

    if isinstance(graph_def, protos.GraphDef):
        return graph_def
    descriptor = getattr(type(graph_def), "DESCRIPTOR", None)
    if descriptor is None or descriptor.name != "GraphDef":
        raise TypeError("Argument `graph_def` must be a GraphDef proto.")
    return protos.GraphDef.FromString(graph_def.SerializeToString())


TensorKey = tuple[str, int]


def parse_tensor_name(name: str) -> TensorKey:
    """Splits a name: "a:1" is ("a", 1), "a" is ("a", 0) and "^a" is ("a", -1)."""
    if name.startswith("^"):
        return name[1:], -1
    op_name, _, index = name.partition(":")
    return op_name, int(index) if index else 0


def _checked_input_map(input_map: Any) -> dict[TensorKey, Any]:
    if input_map is None:
        return {}
    if not isinstance(input_map, Mapping):
        raise TypeError(
            f"Argument `input_map` must be a dictionary. Obtained {type(input_map).__name__}"
        )
    if not all(isinstance(key, (str, bytes)) for key in input_map):
        raise TypeError(
            f"All keys for argument `input_map` must be strings. Obtained keys: {list(input_map)}"
        )
    return {
        parse_tensor_name(key.decode() if isinstance(key, bytes) else key): value
        for key, value in input_map.items()
    }


def _converted_input_map(graph: Graph, input_map: dict[TensorKey, Any]) -> dict[TensorKey, Any]:
    if all(isinstance(value, (SymbolicTensor, Operation)) for value in input_map.values()):
        return input_map
    with graph.name_scope("_inputs"):
        return {
            key: value if isinstance(value, Operation) else convert.convert_to_tensor(value)
            for key, value in input_map.items()
        }


def _checked_return_elements(return_elements: Any) -> list[str] | None:
    if return_elements is None:
        return None
    wanted = list(return_elements)
    if not all(isinstance(item, (str, bytes)) for item in wanted):
        raise TypeError(
            f"Argument `return_elements` must be a list of strings. Obtained {return_elements}."
        )
    return [item.decode() if isinstance(item, bytes) else item for item in wanted]


class Importer:
    """Adds nodes to a graph in an order in which every input is there before it is used."""

    def __init__(
        self, graph: Graph, graph_def: Any, input_map: Mapping[TensorKey, Any], scope: str
    ) -> None:
        self._graph = graph
        self._scope = scope
        self._input_map = input_map
        self._nodes: dict[str, Any] = {}
        for node in graph_def.node:
            if node.name in self._nodes:
                raise ValueError(f"Node '{node.name}' is not unique")
            self._nodes[node.name] = node
        self._op_defs = {node.op: lookup_for_import(node.op) for node in graph_def.node}
        self._functions = _Functions(graph_def)
        self._operations: dict[str, Operation] = {}

    def unused(self) -> list[TensorKey]:
        """The keys of the input map that no node of the GraphDef has or asks for."""
        known = {key for name in self._nodes for key in ((name, -1), (name, 0))}
        for node in self._nodes.values():
            known.update(parse_tensor_name(text) for text in node.input)
        return sorted(key for key in self._input_map if key not in known)

    def add_all(self) -> None:
        """Adds every node; ValueError for a cycle or an unknown input."""
        for name in self._order():
            self._operations[name] = self._add(self._nodes[name])

    def _order(self) -> list[str]:
        waits: dict[str, int] = {}
        followers: dict[str, list[str]] = {name: [] for name in self._nodes}
        for name, node in self._nodes.items():
            sources = set()
            for text in node.input:
                key = parse_tensor_name(text)
                if key in self._input_map:
                    continue
                if key[0] not in self._nodes:
                    raise ValueError(f"Node '{name}': Unknown input node '{text}'")
                sources.add(key[0])
            waits[name] = len(sources)
            for source in sources:
                followers[source].append(name)
        order = [name for name, count in waits.items() if count == 0]
        for name in order:
            for follower in followers[name]:
                waits[follower] -= 1
                if waits[follower] == 0:
                    order.append(follower)
        if len(order) < len(self._nodes):
            raise ValueError(f"{len(self._nodes) - len(order)} nodes in a cycle")
        return order

    def _add(self, node: Any) -> Operation:
        op_def = self._op_defs[node.op]
        full_name = self._full_name(node.name)
        summary = f"{{{{node {full_name}}}}}"
        attrs = self._attrs(node, op_def, summary)
        inputs: list[SymbolicTensor] = []
        controls: list[Operation] = []
        for text in node.input:
            op_name, index = parse_tensor_name(text)
            source = self._source(node, op_name, index)
            if index < 0:
                controls.append(source.op if isinstance(source, SymbolicTensor) else source)
            else:
                inputs.append(source)
        check_inputs(op_def, attrs, inputs, full_name, summary)
        try:
            with self._graph.control_dependencies(controls):
                op = self._graph.add_operation(op_def, tuple(inputs), attrs, full_name)
        except NotImplementedError as error:
            raise errors.NotFoundError(None, None, str(error)) from None
        op._control_inputs = tuple(dict.fromkeys(controls)) or op._control_inputs
        self._set_device(op, node)
        for tensor, shape in zip(op.outputs, attrs.pop("_output_shapes", ())):
            if shapes.compatible(tensor._shape, shape):
                tensor._shape = shapes.merge(tensor._shape, shape)
        return op

    def _set_device(self, op: Operation, node: Any) -> None:
        if node.device:
            from minigraph import device_spec

            op._device = device_spec.merge_strings(op._device, node.device)
        for group in op.attrs.get("_class", ()):
            other = self._graph._operations.get(group[5:].decode())
            if other is not None and other.device:
                op._device = other.device

    def _full_name(self, name: str) -> str:
        previous = self._graph._thread.name_stack
        self._graph._thread.name_stack = ""
        try:
            return self._graph.unique_name(self._scope + name)
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
            if attr is None and not key.startswith("_"):
                continue
            if attr is not None:
                check_attr_kind(attr, message, op_def, summary)
            attrs[key] = self._functions.resolve(attributes.from_proto(message), message)
        if "_class" in attrs:
            attrs["_class"] = [self._colocated(group) for group in attrs["_class"]]
        for name, attr in op_def.attrs.items():
            if name not in attrs:
                if attr.default is opdef.REQUIRED:
                    raise ValueError(
                        f"NodeDef missing attr '{name}' from {describe(op_def)}; NodeDef: {summary}"
                    )
                attrs[name] = attributes.normalize(attr, attr.default, op_def.name)
        return attrs

    def _colocated(self, group: bytes) -> bytes:
        if not group.startswith(b"loc:@"):
            return group
        return b"loc:@" + self._scope.encode() + group[5:]

    def element(self, name: str) -> Any:
        """A returned element by its name in the GraphDef."""
        if name.count(":") > 1:
            raise ValueError(
                f"Cannot convert '{name}' to a tensor name. Tensor names should not contain more "
                f"than 1 `:`. Obtained {name.count(':')}"
            )
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


class _Functions:
    """The function library of a GraphDef, built when an attribute names a function."""

    def __init__(self, graph_def: Any) -> None:
        self._definitions = {f.signature.name: f for f in graph_def.library.function}
        self._built: dict[str, FuncGraph] = {}
        self._graph_def = graph_def

    def resolve(self, value: Any, message: Any) -> Any:
        if message.WhichOneof("value") != "func":
            return value
        name = message.func.name
        if name not in self._definitions:
            raise ValueError(f"Function {name} is not defined.")
        if name not in self._built:
            from minigraph import function_def

            self._built[name] = function_def.to_func_graph(self._definitions[name], self._graph_def)
        return self._built[name]
