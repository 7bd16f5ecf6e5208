"""Tools on GraphDef messages: parts of graphs, graphs without what only training needs."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

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
    assert hasattr(node_def, "op")  # TensorFlow has no words either
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
        if name not in kept:
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
    names = [
        f"{name}/Read/ReadVariableOp:0" if node.op == "VarHandleOp" else f"{name}:0"
        for name, node in variables.items()
    ]
    values = sess.run(names) if names else []
    resources = {}
    for node, value in zip(variables.values(), values, strict=True):
        if node.op == "VarHandleOp":
            resources[node.name] = value
        _become(node, "Const", dtype=node.attr["dtype"], value=attributes.to_proto("tensor", value))
        del node.input[:]
    _Freezer(part).take_values(part.node, resources)
    return part


def _become(node: Any, op: str, **attrs: Any) -> None:
    """Makes a node one of another op, with the AttrValues `attrs`; it stays in its place."""
    if "_class" in node.attr and op != "Const":
        attrs["_class"] = node.attr["_class"]
    attrs = {name: copy.deepcopy(value) for name, value in attrs.items()}
    node.op = op
    node.attr.clear()
    for name, value in attrs.items():
        node.attr[name].CopyFrom(value)


class _Freezer:
    """Lets the nodes and functions of a GraphDef take values where they took handles."""

    def __init__(self, graph_def: Any) -> None:
        self._functions = {f.signature.name: f for f in graph_def.library.function}
        self._renamed: dict[str, str] = {}

    def take_values(self, nodes: Any, values: Mapping[str, Any], function: Any = None) -> None:
        """values: by the names of the nodes, or of the arguments of `function`, that give them."""
        known = _handed_on(nodes, values)
        for node in list(nodes):
            taken = {
                index: known[_op_name(text)]
                for index, text in enumerate(node.input)
                if not text.startswith("^") and _op_name(text) in known
            }
            if not taken:
                continue
            if node.op == "ReadVariableOp":
                _become(node, "Identity", T=node.attr["dtype"])
                _rename_output(nodes, function, f"{node.name}:value:", f"{node.name}:output:")
            elif node.op in ("ResourceGather", "ResourceGatherNd"):
                _gather(node, nodes, function)
            elif node.op in _CALLS:
                self._call(node, taken)
            elif "T" in node.attr:  # hands on what it takes
                node.attr["T"].type = dtypes.as_dtype(known[node.name].dtype).as_datatype_enum

    def _call(self, node: Any, taken: Mapping[int, Any]) -> None:
        first, types, attrs = _CALLS[node.op]
        for index, value in taken.items():
            position = index - first
            number = dtypes.as_dtype(value.dtype).as_datatype_enum
            node.attr[types].list.type[position] = number
            if node.op.endswith("While") and node.attr["output_shapes"].list.shape:
                shape = node.attr["output_shapes"].list.shape[position]
                shape.CopyFrom(TensorShape(value.shape).as_proto())
        values = {index - first: value for index, value in taken.items()}
        for name in attrs:
            for called in node.attr[name].list.func or [node.attr[name].func]:
                if called.name in self._functions:
                    self._change_function(called.name, values, name == "body")
                called.name = self._renamed.get(called.name, called.name)

    def _change_function(self, name: str, values: Mapping[int, Any], is_body: bool) -> None:
        """Changes a function, and its name, so that no library has two of one name."""
        function = self._functions.pop(name)
        base, _, number = name.rpartition("_")
        base = base if number.isnumeric() else name
        self._renamed[name] = function.signature.name = f"{base}_frozen_{len(self._renamed)}"
        arguments = function.signature.input_arg
        for index, value in values.items():
            arguments[index].type = dtypes.as_dtype(value.dtype).as_datatype_enum
            if is_body:
                function.signature.output_arg[index].type = arguments[index].type
            if "_output_shapes" in function.arg_attr[index].attr:
                del function.arg_attr[index].attr["_output_shapes"]
        taken = {arguments[index].name: value for index, value in values.items()}
        self.take_values(function.node_def, taken, function)


def _handed_on(nodes: Iterable[Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by name, and by the names of the nodes that hand them on, in any order."""
    known = dict(values)
    waiting = [node for node in nodes if "T" in node.attr and node.op not in _CALLS]
    found = list(known)
    while found:
        found = []
        for node in waiting:
            data = [_op_name(text) for text in node.input if not text.startswith("^")]
            sources = [name for name in data if name in known]
            if sources and node.name not in known:
                known[node.name] = known[sources[0]]
                found.append(node.name)
    return known


# What calls functions: its first input that they get, the attribute of types, those of functions.
_CALLS = {
    **dict.fromkeys(("If", "StatelessIf"), (1, "Tin", ("then_branch", "else_branch"))),
    **dict.fromkeys(("Case", "StatelessCase"), (1, "Tin", ("branches",))),
    **dict.fromkeys(("While", "StatelessWhile"), (0, "T", ("body", "cond"))),
    **dict.fromkeys(("PartitionedCall", "StatefulPartitionedCall"), (0, "Tin", ("f",))),
}


def _gather(node: Any, nodes: Any, function: Any) -> None:
    """A gather from a value instead of a variable, with the axis that it takes then."""
    indices = node.attr["Tindices"]
    if node.op == "ResourceGatherNd":
        _become(node, "GatherNd", Tparams=node.attr["dtype"], Tindices=indices)
        return
    axis = nodes.add(name=f"{node.name}/axis", op="Const")
    axis.attr["dtype"].CopyFrom(indices)
    zero = np.zeros((), attributes.from_proto(indices).as_numpy_dtype)
    axis.attr["value"].CopyFrom(attributes.to_proto("tensor", zero))
    batch = node.attr["batch_dims"]
    _become(
        node,
        "GatherV2",
        Tparams=node.attr["dtype"],
        Tindices=indices,
        Taxis=indices,
        batch_dims=batch,
    )
    node.input.append(axis.name if function is None else f"{axis.name}:output:0")


def _rename_output(nodes: Any, function: Any, old: str, new: str) -> None:
    if function is None:
        return
    for node in nodes:
        node.input[:] = [
            text.replace(old, new, 1) if text.startswith(old) else text for text in node.input
        ]
    for name, text in function.ret.items():
        if text.startswith(old):
            function.ret[name] = text.replace(old, new, 1)
