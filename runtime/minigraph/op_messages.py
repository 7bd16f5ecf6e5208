"""Op types as OpDef messages: what a MetaGraphDef says about the ops that its graph uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from minigraph import attributes, dtypes, opdef


def to_proto(op_def: opdef.OpDef) -> Any:
    """The OpDef message of an op type."""
    from minigraph import protos

    message = protos.OpDef(name=op_def.name, is_stateful=op_def.stateful)
    for args, field in ((op_def.inputs, message.input_arg), (op_def.outputs, message.output_arg)):
        for arg in args:
            field.add(
                name=arg.name,
                type=arg.dtype.as_datatype_enum if arg.dtype is not None else 0,
                type_attr=arg.type_attr or "",
                type_list_attr=arg.type_list_attr or "",
                number_attr=arg.number_attr or "",
                is_ref=arg.is_ref,
            )
    for attr in op_def.attrs.values():
        _add_attr(message, attr)
    return message


def _add_attr(message: Any, attr: opdef.Attr) -> None:
    added = message.attr.add(name=attr.name, type=attr.kind)
    if attr.default is not opdef.REQUIRED:
        added.default_value.CopyFrom(default_value(attr))
    if attr.allowed is not None:
        strings = not hasattr(attr.allowed[0], "as_datatype_enum")
        values = [item.encode() if isinstance(item, str) else item for item in attr.allowed]
        kind = "list(string)" if strings else "list(type)"
        added.allowed_values.CopyFrom(attributes.to_proto(kind, values))
    if attr.minimum is not None:
        added.has_minimum, added.minimum = True, attr.minimum


def from_proto(message: Any) -> opdef.OpDef:
    """The op type of an OpDef message that minigraph lacks: a graph can have it, no run can.

    Raises ValueError where the message describes none.
    """
    try:
        inputs, outputs = (
            ", ".join(map(_arg_text, args)) for args in (message.input_arg, message.output_arg)
        )
        numbers = {arg.number_attr for arg in message.input_arg}
        return opdef.OpDef(
            message.name,
            f"{inputs} -> {outputs}",
            None,
            attrs={attr.name: _attr_of(attr) for attr in message.attr},
            minimum={attr.name: attr.minimum for attr in message.attr if attr.name in numbers},
            stateful=message.is_stateful,
        )
    except (LookupError, TypeError, ValueError) as error:
        raise ValueError(f"The OpDef of {message.name} is not valid: {error}") from None


def _arg_text(arg: Any) -> str:
    spec = arg.type_attr or (dtypes.as_dtype(arg.type).name if arg.type else "")
    spec = f"{arg.number_attr}*{spec}" if arg.number_attr else spec
    spec = f"list({arg.type_list_attr})" if arg.type_list_attr else spec
    return f"{arg.name}: {f'Ref({spec})' if arg.is_ref else spec}"


def _attr_of(message: Any) -> opdef.Attr:
    default, allowed = opdef.REQUIRED, None
    if message.HasField("default_value"):
        default = attributes.from_proto(message.default_value)
    if message.HasField("allowed_values"):
        allowed = tuple(attributes.from_proto(message.allowed_values))
    minimum = message.minimum if message.has_minimum else None
    return opdef.Attr(message.name, message.type, default, allowed, minimum)


def default_value(attr: opdef.Attr) -> Any:
    """The AttrValue message of an attribute's default; an empty one where it has none."""
    from minigraph import protos

    if attr.default is opdef.REQUIRED:
        return protos.AttrValue()
    return attributes.to_proto(attr.kind, attributes.normalize(attr, attr.default, attr.name))


def used_by(graph_def: Any) -> list[str]:
    """The names of the op types that a GraphDef and its functions use, sorted."""
    functions = {function.signature.name for function in graph_def.library.function}
    used = {node.op for nodes in _node_lists(graph_def) for node in nodes}
    return sorted(used - functions)


def _node_lists(graph_def: Any) -> list[Any]:
    return [graph_def.node, *(function.node_def for function in graph_def.library.function)]


def op_list(graph_def: Any, foreign: Mapping[str, opdef.OpDef]) -> Any:
    """The OpList of the op types that a GraphDef uses: minigraph's, and those of `foreign`."""
    from minigraph import protos

    table = {**opdef.all_ops(), **foreign}
    names = used_by(graph_def)
    return protos.OpList(op=[to_proto(table[name]) for name in names if name in table])


def strip_defaults(graph_def: Any) -> None:
    """Removes from every node the attributes that have their default value."""
    table = opdef.all_ops()
    for nodes in _node_lists(graph_def):
        for node in nodes:
            attrs = table[node.op].attrs if node.op in table else {}
            for name, attr in attrs.items():
                if name in node.attr and node.attr[name] == default_value(attr):
                    del node.attr[name]
