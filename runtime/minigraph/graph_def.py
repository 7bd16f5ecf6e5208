"""Graphs as data: GraphDef out (`Graph.as_graph_def`) and in (`import_graph_def`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from minigraph import attributes, context, convert, node_checks, op_messages, opdef
from minigraph.func_graph import FuncGraph
from minigraph.graph import Graph
from minigraph.importer import Importer, TensorKey, parse_tensor_name
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

FUNCTIONS_SINCE = 12  # The version of graphs that readers of functions must know.


def from_graph(graph: Graph, from_version: int | None = None, add_shapes: bool = False) -> Any:
    """The GraphDef of a graph; with `from_version` only the operations made since then."""
    from minigraph import protos

    message = protos.GraphDef()
    message.versions.CopyFrom(graph.graph_def_versions)
    ops = [op for op in graph.get_operations() if from_version is None or op._id >= from_version]
    message.node.extend(node_def(op, add_shapes) for op in ops)
    if functions := library_of(ops):
        message.library.function.extend(functions)
        message.versions.min_consumer = max(message.versions.min_consumer, FUNCTIONS_SINCE)
    return message


def library_of(ops: Iterable[Operation]) -> list[Any]:
    """The FunctionDefs of the functions that operations call, and those that these call."""
    from minigraph import function_def

    functions: dict[str, FuncGraph] = {}
    for op in ops:
        _collect_functions(op, functions)
    return [function_def.from_func_graph(body) for body in functions.values()]


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
    for value in op.functions:
        if value.name not in found:
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
    return add_graph_def(graph_def, input_map, return_elements, name, producer_op_list, {})


def add_graph_def(
    graph_def: Any,
    input_map: Mapping[str, Any] | None,
    return_elements: Sequence[str] | None,
    name: str | None,
    producer_op_list: Any,
    foreign: Mapping[str, opdef.OpDef],
) -> list[Any] | None:
    """As `import_graph_def`; the nodes may also be of the `foreign` op types, which cannot run."""
    graph_def = _as_graph_def(graph_def)
    _check_input_map(input_map)
    wanted = _checked_return_elements(return_elements)
    if producer_op_list is not None:
        _remove_producer_defaults(graph_def, producer_op_list)
    graph: Graph = context.get_default_graph()
    prefix = "import" if name is None else name
    with graph.name_scope(prefix) if prefix else nullcontext("") as scope:
        mapped = _converted_input_map(graph, input_map or {}, prefix)
        node_checks.check_versions(graph_def.versions)
        node_checks.check_colocation(graph_def)
        nodes = Importer(graph, graph_def, mapped, scope, foreign)
        try:
            nodes.add_all()
            elements = None if wanted is None else [nodes.element(item) for item in wanted]
        except BaseException:
            nodes.take_back()
            raise
        nodes.place_all()
    nodes.enter_blocks()
    producer, least, bad = graph._versions
    versions = (
        graph_def.versions
    )  # a graph is as old as the oldest part, as demanding as the newest
    graph._versions = (
        min(producer, versions.producer),
        max(least, versions.min_consumer),
        bad.union(versions.bad_consumers),
    )
    if unused := nodes.unused():
        names = ", ".join(f"{op}:{index}" if index >= 0 else f"^{op}" for op, index in unused)
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{names}]")
    return elements


def _as_graph_def(graph_def: Any) -> Any:
    from minigraph import protos

    if isinstance(graph_def, protos.GraphDef):
        _complete_attributes(graph_def)
        return graph_def
    descriptor = getattr(type(graph_def), "DESCRIPTOR", None)
    if descriptor is None or descriptor.name != "GraphDef":
        raise TypeError("Argument `graph_def` must be a GraphDef proto.")
    return protos.GraphDef.FromString(graph_def.SerializeToString())


def _complete_attributes(graph_def: Any) -> None:
    """Writes the defaults of absent attributes into the message, as TensorFlow's callers see."""
    table = opdef.all_ops()
    for node in graph_def.node:
        for name, attr in table[node.op].attrs.items() if node.op in table else ():
            if attr.default is opdef.REQUIRED:
                continue
            if name not in node.attr or node.attr[name].WhichOneof("value") is None:
                node.attr[name].CopyFrom(op_messages.default_value(attr))


def _remove_producer_defaults(graph_def: Any, producer_op_list: Any) -> None:
    """Takes out attributes that only the producer's ops have, where they have their defaults."""
    producer = {op.name: op for op in producer_op_list.op}
    table = opdef.all_ops()
    for node in graph_def.node:
        if node.op in producer and node.op in table:
            for attr in producer[node.op].attr:
                if attr.name in node.attr and attr.name not in table[node.op].attrs:
                    if node.attr[attr.name] == attr.default_value:
                        del node.attr[attr.name]


def _check_input_map(input_map: Any) -> None:
    if input_map is None:
        return
    if not isinstance(input_map, Mapping):
        raise TypeError(
            f"Argument `input_map` must be a dictionary. Obtained {type(input_map).__name__}"
        )
    if not all(isinstance(key, (str, bytes)) for key in input_map):
        raise TypeError(
            f"All keys for argument `input_map` must be strings. Obtained keys: {list(input_map)}"
        )


def _converted_input_map(
    graph: Graph, input_map: Mapping[Any, Any], name: str
) -> dict[TensorKey, SymbolicTensor]:
    if not all(isinstance(value, SymbolicTensor) for value in input_map.values()):
        if not name:
            raise ValueError(
                "tf.import_graph_def() requires a non-empty `name` if `input_map` contains "
                "non-Tensor values. Try calling tf.convert_to_tensor() on `input_map` values "
                "before calling tf.import_graph_def()."
            )
        with graph.name_scope("_inputs"):
            input_map = {key: convert.convert_to_tensor(item) for key, item in input_map.items()}
    converted = {}
    for text, tensor in input_map.items():
        text = text.decode() if isinstance(text, bytes) else text
        key, index = parse_tensor_name(text)
        if tensor.graph is not graph:
            raise ValueError(
                f"node '{tensor.op.name}' in input_map does not exist in graph (input_map entry: "
                f"{key}:{index}->{tensor.name})"
            )
        if index < 0 and not text.startswith("^"):
            raise ValueError(
                f"input_map entry ^{key}->{tensor.name} between control edge and non-control edge"
            )
        converted[key, index] = tensor
    return converted


def _checked_return_elements(return_elements: Any) -> list[str] | None:
    if return_elements is None:
        return None
    wanted = list(return_elements)
    if not all(isinstance(item, (str, bytes)) for item in wanted):
        raise TypeError(
            f"Argument `return_elements` must be a list of strings. Obtained {return_elements}."
        )
    return [item.decode() if isinstance(item, bytes) else item for item in wanted]
