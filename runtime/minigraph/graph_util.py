"""Tools on GraphDef messages: parts of graphs, graphs without what only training needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from minigraph import attributes, dtypes
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.shapes import TensorShape

_VARIABLE_OPS = frozenset(
    "Assign AssignAdd AssignSub Queue ScatterAdd ScatterSub ScatterUpdate TruncatedNormal Variable "
    "VariableV2".split()
)
# Ops for which TensorFlow's kernels want an int32 on the CPU, and the attribute that says so.
_INT32_ON_CPU = {
    "Const": "dtype",
    "DynamicStitch": "T",
    "ParallelDynamicStitch": "T",
    "Cast": "SrcT",
}
_SPLICED = ("Identity", "StopGradient")


def must_run_on_cpu(node: Any, pin_variables_on_cpu: bool = False) -> bool:
    """Whether an Operation or NodeDef has to run on the CPU: strings, int32 constants, ...

    pin_variables_on_cpu: whether what makes and changes reference variables counts as such.
    """
    node_def = node.node_def if isinstance(node, Operation) else node
    if pin_variables_on_cpu and node_def.op in _VARIABLE_OPS:
        return True
    dtype = node_def.attr[_INT32_ON_CPU[node_def.op]].type if node_def.op in _INT32_ON_CPU else 0
    string = node_def.op == "Const" and dtype == dtypes.string.as_datatype_enum
    return string or bool(dtype == dtypes.int32.as_datatype_enum)


def _op_name(text: str) -> str:
    return text[1:] if text.startswith("^") else text.partition(":")[0]


def _colocated_with(node: Any) -> list[str]:
    groups = node.attr["_class"].list.s if "_class" in node.attr else ()
    return [group.decode().removeprefix("loc:@") for group in groups]


def extract_sub_graph(graph_def: Any, dest_nodes: Iterable[str]) -> Any:
    """The part of a GraphDef that some nodes need, the nodes they are colocated with included.

    Raises TypeError for arguments of the wrong types, AssertionError for a name that is not there.
    """
    from minigraph import protos

    if not isinstance(graph_def, protos.GraphDef):
        raise TypeError(
            f"graph_def must be a graph_pb2.GraphDef proto, but got type {type(graph_def)}."
        )
    if isinstance(dest_nodes, str):
        raise TypeError(
            f"dest_nodes must be an iterable of strings, but got type {type(dest_nodes)}."
        )
    nodes = {node.name: node for node in graph_def.node}
    waiting = list(dest_nodes)
    for name in waiting:
        assert name in nodes, f"{name} is not in graph"
    kept: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in kept and name in nodes:
            kept.add(name)
            waiting += [_op_name(text) for text in nodes[name].input]
            waiting += _colocated_with(nodes[name])
    part = protos.GraphDef(library=graph_def.library, versions=graph_def.versions)
    part.node.extend(node for node in graph_def.node if node.name in kept)
    return part


def tensor_shape_from_node_def_name(graph: Graph, input_name: str) -> TensorShape:
    """The static shape of a tensor that is named as nodes name their inputs: "a" or "a:1"."""
    name = input_name if ":" in input_name else f"{input_name}:0"
    return graph.get_tensor_by_name(name).shape


def remove_training_nodes(input_graph: Any, protected_nodes: Sequence[str] | None = None) -> Any:
    """A GraphDef without CheckNumerics nodes, and without Identity nodes that order nothing."""
    protected = set(protected_nodes or ())
    removed = {
        node.name
        for node in input_graph.node
        if node.op == "CheckNumerics" and node.name not in protected
    }
    nodes = [
        _with_inputs(node, [t for t in node.input if t.removeprefix("^") not in removed])
        for node in input_graph.node
        if node.name not in removed
    ]
    ordered = {text[1:] for node in nodes for text in node.input if text.startswith("^")}
    ordered.update(n.name for n in nodes if any(text.startswith("^") for text in n.input))
    fixed = protected.union(ordered, *(_colocated_with(node) for node in nodes))
    spliced = {
        node.name: node.input[0] for node in nodes if node.op in _SPLICED and node.name not in fixed
    }
    from minigraph import protos

    return protos.GraphDef(
        node=[
            _with_inputs(node, [_beyond(text, spliced) for text in node.input])
            for node in nodes
            if node.name not in spliced
        ]
    )


def _beyond(text: str, spliced: Mapping[str, str]) -> str:
    """What an input is once the nodes it passes through are left out."""
    while text.removeprefix("^") in spliced:
        text = spliced[text.removeprefix("^")]
    return text


def _with_inputs(node: Any, inputs: Sequence[str]) -> Any:
    copy = type(node)()
    copy.CopyFrom(node)
    copy.input[:] = inputs
    return copy


def convert_variables_to_constants(
    sess: Any,
    input_graph_def: Any,
    output_node_names: Iterable[str],
    variable_names_whitelist: Iterable[str] | None = None,
    variable_names_blacklist: Iterable[str] | None = None,
) -> Any:
    """The part of a GraphDef that some nodes need, with the values of its variables as constants.

    The values are those in the session `sess`; the two lists choose the variables by name.
    Raises NotImplementedError for a variable that a function of a branch or a loop reads.
    """
    part = extract_sub_graph(input_graph_def, output_node_names)
    chosen = None if variable_names_whitelist is None else set(variable_names_whitelist)
    left = set(variable_names_blacklist or ())
    variables = {
        node.name: node
        for node in part.node
        if node.op in ("VariableV2", "Variable", "VarHandleOp")
        and node.name not in left
        and (chosen is None or node.name in chosen)
    }
    reads = {name: _read_of(sess.graph, name) for name in variables}
    values = sess.run(reads)
    for node in part.node:
        if node.name in variables:
            _become_constant(node, values[node.name])
        elif any(_op_name(text) in variables for text in node.input):
            _take_values(node)
    return part


def _read_of(graph: Graph, name: str) -> Any:
    """The tensor that gives the value of the variable that the operation `name` makes."""
    op = graph.get_operation_by_name(name)
    if op.type != "VarHandleOp":
        return op.outputs[0]
    reads = [user for user in op.outputs[0].consumers() if user.type == "ReadVariableOp"]
    if not reads:
        raise NotImplementedError(
            f"minigraph cannot make a constant of the variable {name!r}, which only functions read."
        )
    return reads[0].outputs[0]


def _become_constant(node: Any, value: Any) -> None:
    dtype = attributes.from_proto(node.attr["dtype"])
    node.op = "Const"
    del node.input[:]
    node.attr.clear()
    node.attr["dtype"].CopyFrom(attributes.to_proto("type", dtype))
    node.attr["value"].CopyFrom(attributes.to_proto("tensor", value))


def _take_values(node: Any) -> None:
    """Makes what took the handle of a variable take its value."""
    if node.op == "ReadVariableOp":
        dtype = attributes.from_proto(node.attr["dtype"])
        node.op = "Identity"
        node.attr.clear()
        node.attr["T"].CopyFrom(attributes.to_proto("type", dtype))
    elif any(value.HasField("func") for value in node.attr.values()):
        raise NotImplementedError(
            f"minigraph cannot make constants of variables that a function of {node.name!r} uses."
        )
