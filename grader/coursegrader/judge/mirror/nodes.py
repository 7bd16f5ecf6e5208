"""Nodes of a graph as bytes, and back into the other side's copy under the very same names."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from coursegrader.judge.frames import ProtocolError
from minigraph import graph_def as graph_defs
from minigraph import importer, opdef, protos
from minigraph.func_graph import FuncGraph
from minigraph.graph import Graph
from minigraph.node_checks import check_inputs
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor


def operations(graph: Graph, start: int = 0) -> Iterator[Operation]:
    """The operations of a graph in the order they were made, from a number on."""
    return itertools.islice(graph._operations.values(), start, None)


def nodes_from(graph: Graph, start: int) -> bytes:
    """A GraphDef of the operations from number `start` on, with static shapes and functions."""
    first = next(operations(graph, start))
    message = graph.as_graph_def(from_version=first._id, add_shapes=True)
    data: bytes = message.SerializeToString()
    return data


def changed_nodes(ops: Sequence[Operation]) -> bytes:
    """A GraphDef of some operations, as they are by now."""
    message = protos.GraphDef()
    functions: dict[str, FuncGraph] = {}
    for op in ops:
        message.node.append(graph_defs.node_def(op, add_shapes=True))
        graph_defs._collect_functions(op, functions)
    from minigraph import function_def

    for body in functions.values():
        message.library.function.append(function_def.from_func_graph(body))
    data: bytes = message.SerializeToString()
    return data


def append_nodes(graph: Graph, data: bytes) -> list[Operation]:
    """Add the nodes of a GraphDef to a graph that has what they refer to.

    Raises:
        ProtocolError: they do not fit.
    """
    message = protos.GraphDef.FromString(data)
    late = _take_late_controls(graph, message)
    with _outside_scopes(graph):
        appender = _Appender(graph, message)
        appender.add_all()
        appender.place_all()
    for name, controls in late.items():
        graph._operations[name]._add_control_inputs([graph._operations[one] for one in controls])
    return list(appender.added.values())


def widen_nodes(graph: Graph, data: bytes) -> None:
    """Give operations the outputs that the nodes of a GraphDef have, before these are used.

    Raises:
        ProtocolError: they do not fit.
    """
    message = protos.GraphDef.FromString(data)
    appender = _Appender(graph, message, with_inputs=False)
    for node in message.node:
        appender.widen(node)


def change_nodes(graph: Graph, data: bytes) -> list[Operation]:
    """Make operations of a graph what the nodes of a GraphDef say.

    Raises:
        ProtocolError: they do not fit.
    """
    message = protos.GraphDef.FromString(data)
    with _outside_scopes(graph):
        appender = _Appender(graph, message)
        for node in message.node:
            appender.change(node)
    graph._note_mutation()
    return [graph._operations[node.name] for node in message.node]


def function_bodies(ops: Sequence[Operation]) -> Iterator[Operation]:
    """The operations inside the functions that operations call, at every depth."""
    waiting = list(ops)
    seen: set[int] = set()
    while waiting:
        for value in waiting.pop().attrs.values():
            if isinstance(value, FuncGraph) and id(value) not in seen:
                seen.add(id(value))
                inner = value.get_operations()
                waiting += inner
                yield from inner


class _Appender(importer.Importer):
    """Adds nodes in the order given where inputs come first in it, under the names given."""

    def __init__(self, graph: Graph, message: Any, *, with_inputs: bool = True) -> None:
        names = {node.name for node in message.node}
        known: dict[tuple[str, int], Any] = {}
        texts = (text for node in message.node for text in node.input) if with_inputs else ()
        for text in texts:
            name, index = importer.parse_tensor_name(text)
            if name not in names:
                known[name, index] = _element(graph, name, index)
        super().__init__(graph, message, known, "")

    @property
    def added(self) -> dict[str, Operation]:
        """The operations that were added, by name."""
        return self._operations

    def _full_name(self, name: str) -> str:
        return name

    def _source(self, node: Any, op_name: str, index: int) -> Any:
        if (op_name, index) not in self._input_map and op_name not in self._operations:
            return _element(self._graph, op_name, index)
        return super()._source(node, op_name, index)

    def change(self, node: Any) -> None:
        """Give an operation the inputs, attributes and outputs of a node."""
        op, attrs = self._changed(node)
        found: list[SymbolicTensor] = []
        controls: list[Operation] = []
        for text in node.input:
            name, index = importer.parse_tensor_name(text)
            element = _element(self._graph, name, index)
            (controls if index < 0 else found).append(element)
        check_inputs(op.op_def, attrs, found, node.name, _summary(node))
        shapes = attrs.pop("_output_shapes", [])
        op.inputs, op.attrs = tuple(found), attrs
        self._graph._consumers.forget()
        op._control_inputs = ()
        op._add_control_inputs(controls)
        op._set_device(node.device)
        if any(tensor.op._id > op._id for tensor in found):
            self._graph._note_late_edge()
        _fit_outputs(op, shapes)

    def widen(self, node: Any) -> None:
        """Give an operation the outputs of a node."""
        op, attrs = self._changed(node)
        shapes = attrs.pop("_output_shapes", [])
        op.attrs = attrs
        _fit_outputs(op, shapes)

    def _changed(self, node: Any) -> tuple[Operation, dict[str, Any]]:
        op = self._graph._operations.get(node.name)
        if op is None or op.type != node.op:
            raise ProtocolError(f"there is no operation {node.name!r} to be changed")
        return op, self._attrs(node, op.op_def, _summary(node))


def _summary(node: Any) -> str:
    return f"{{{{node {node.name}}}}}"


def _fit_outputs(op: Operation, shapes: Sequence[Any]) -> None:
    """Give an operation the outputs that its attributes ask for; it only ever gains some."""
    dtypes = [dtype for arg in op.op_def.outputs for dtype in opdef.arg_dtypes(arg, op.attrs)]
    for index in range(len(op.outputs), len(dtypes)):
        op.outputs.append(SymbolicTensor(op, index, dtypes[index], None))
    for tensor, shape in zip(op.outputs, shapes, strict=False):
        tensor._shape = shape


def _element(graph: Graph, name: str, index: int) -> Any:
    op = graph._operations.get(name)
    if op is None or index >= len(op.outputs):
        raise ProtocolError(f"the graph has no {name}:{index}")
    return op if index < 0 else op.outputs[index]


def _take_late_controls(graph: Graph, message: Any) -> dict[str, list[str]]:
    """Take out of the nodes the control inputs on nodes that come after them."""
    here = set(graph._operations)
    late: dict[str, list[str]] = {}
    for node in message.node:
        waiting = [t[1:] for t in node.input if t.startswith("^") and t[1:] not in here]
        if waiting:
            late[node.name] = waiting
            kept = [text for text in node.input if text.lstrip("^") not in waiting]
            del node.input[:]
            node.input.extend(kept)
        here.add(node.name)
    if unknown := {name for names in late.values() for name in names} - here:
        raise ProtocolError(f"the graph has no {min(unknown)}")
    return late


@contextmanager
def _outside_scopes(graph: Graph) -> Iterator[None]:
    """Build as if no scope of the graph were entered and it were not finalized."""
    names = (
        *("_control_stack", "_device_stack", "_colocation_stack", "_attr_scopes"),
        *("_gradient_overrides", "_container", "_finalized"),
        *("_control_flow_context", "_check_input"),
    )
    before = {name: getattr(graph, name) for name in names}
    empty: dict[str, Any] = {
        name: type(value)() if isinstance(value, list | dict) else value
        for name, value in before.items()
    }
    empty["_container"], empty["_finalized"] = "", False
    empty["_control_flow_context"] = empty["_check_input"] = None
    try:
        for name, value in empty.items():
            setattr(graph, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(graph, name, value)
