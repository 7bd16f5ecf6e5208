"""Functions as data: a FuncGraph to and from a FunctionDef of a graph's library."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from minigraph import attributes, dtypes, opdef, shapes
from minigraph.func_graph import FuncGraph
from minigraph.importer import Importer
from minigraph.node_checks import check_inputs
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor


def from_func_graph(body: FuncGraph) -> Any:
    """The FunctionDef of a function body."""
    from minigraph import protos

    message = protos.FunctionDef()
    message.signature.name = body.name
    names = _argument_names(body)
    for index, tensor in enumerate(body.inputs):
        argument = message.signature.input_arg.add()
        argument.name = names[tensor]
        argument.type = tensor.dtype.base_dtype.as_datatype_enum
        shape = attributes.to_proto("list(shape)", [tensor._shape])
        message.arg_attr[index].attr["_output_shapes"].CopyFrom(shape)
    inputs = {tensor.op for tensor in body.inputs}
    for op in body.get_operations():
        if op not in inputs:
            message.node_def.append(_node(op, names))
    for index, tensor in enumerate(body.outputs):
        result = message.signature.output_arg.add()
        result.name = f"output_{index}"
        result.type = tensor.dtype.base_dtype.as_datatype_enum
        message.ret[result.name] = _reference(tensor, names)
    for op in body.targets:
        message.signature.control_output.append(op.name)
        message.control_ret[op.name] = op.name
    return message


def _argument_names(body: FuncGraph) -> dict[SymbolicTensor, str]:
    names: dict[SymbolicTensor, str] = {}
    used: set[str] = set()
    for tensor in body.inputs:
        base = re.sub("[^a-z0-9_]", "_", tensor.op.name.lower())
        base = base if base[:1].isalpha() else f"arg_{base}"
        name, number = base, 0
        while name in used:
            number += 1
            name = f"{base}_{number}"
        used.add(name)
        names[tensor] = name
    return names


def _node(op: Operation, names: dict[SymbolicTensor, str]) -> Any:
    node = op.node_def
    del node.input[:]
    node.input.extend(_reference(tensor, names) for tensor in op.inputs)
    arguments = {tensor.op for tensor in names}
    node.input.extend(f"^{c.name}" for c in op._control_inputs if c not in arguments)
    return node


def _reference(tensor: SymbolicTensor, names: dict[SymbolicTensor, str]) -> str:
    """A tensor as a FunctionDef names it: argument, or node:output:index."""
    if tensor in names:
        return names[tensor]
    index = tensor.value_index
    for arg in tensor.op.op_def.outputs:
        count = len(opdef.arg_dtypes(arg, tensor.op.attrs))
        if index < count:
            return f"{tensor.op.name}:{arg.name}:{index}"
        index -= count
    raise AssertionError(f"{tensor} is not among the outputs of {tensor.op}")


def to_func_graph(message: Any, graph_def: Any, foreign: Mapping[str, opdef.OpDef]) -> FuncGraph:
    """The function body of a FunctionDef; `graph_def` holds the functions that it calls.

    foreign: op types that minigraph lacks.
    """
    body = FuncGraph(message.signature.name)
    values: dict[str, SymbolicTensor] = {}
    for index, argument in enumerate(message.signature.input_arg):
        known = message.arg_attr[index].attr["_output_shapes"].list.shape
        shape = shapes.TensorShape(known[0])._dims if known else None
        dtype = dtypes.as_dtype(argument.type)
        values[argument.name] = tensor = body.add_input(dtype, shape, argument.name)
        if dtype is dtypes.resource:
            tensor.__dict__.update(_handle_shape=None, _handle_dtype=None)  # its op says nothing
    with body.as_default():
        operations = _FunctionImporter(body, message, graph_def, values, foreign).build()
    for argument in message.signature.output_arg:
        body.outputs.append(_resolve(message.ret[argument.name], values, operations))
    body.targets = [operations[name] for name in message.control_ret.values()]
    return body


def _resolve(
    text: str, values: dict[str, SymbolicTensor], operations: dict[str, Operation]
) -> SymbolicTensor:
    if text in values:
        return values[text]
    name, output, index = text.split(":")
    op = operations[name]
    position = int(index)
    for arg in op.op_def.outputs:
        if arg.name == output:
            return op.outputs[position]
        position += len(opdef.arg_dtypes(arg, op.attrs))
    raise ValueError(f"The node {name!r} has no output {output!r}.")


class _FunctionImporter(Importer):
    """Adds the nodes of a FunctionDef, whose inputs are written in another way."""

    def __init__(
        self,
        body: FuncGraph,
        message: Any,
        graph_def: Any,
        values: dict[str, SymbolicTensor],
        foreign: Mapping[str, opdef.OpDef],
    ) -> None:
        from minigraph import protos

        nodes = protos.GraphDef(node=message.node_def, library=graph_def.library)
        super().__init__(body, nodes, {}, "", foreign)
        self._values = values

    def build(self) -> dict[str, Operation]:
        """Adds every node and returns the operations by name."""
        left = dict(self._nodes)
        while left:
            ready = [name for name, node in left.items() if self._is_ready(node)]
            if not ready:
                raise ValueError(f"{len(left)} nodes in a cycle")
            for name in ready:
                self._operations[name] = self._add(left.pop(name))
        return self._operations

    def _is_ready(self, node: Any) -> bool:
        return all(
            text in self._values or text.lstrip("^").split(":")[0] in self._operations
            for text in node.input
        )

    def _add(self, node: Any) -> Operation:
        op_def = self._op_defs[node.op]
        summary = f"{{{{node {node.name}}}}}"
        attrs = self._attrs(node, op_def, summary)
        inputs = [
            _resolve(text, self._values, self._operations)
            for text in node.input
            if not text.startswith("^")
        ]
        controls = [self._operations[text[1:]] for text in node.input if text.startswith("^")]
        check_inputs(op_def, attrs, inputs, node.name, summary)
        attrs.pop("_output_shapes", None)
        name = self._graph.unique_name(node.name)
        op = self._graph.add_operation(op_def, tuple(inputs), attrs, name)
        op._control_inputs = tuple(controls)
        op._device = node.device
        return op
