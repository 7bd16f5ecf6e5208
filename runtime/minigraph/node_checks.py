"""Checks on the nodes of a GraphDef that comes from outside, with TensorFlow's words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from minigraph import attributes, dtypes, errors, opdef, shapes
from minigraph.dtypes import DType, c_name
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

PRODUCER = 2474  # the GraphDef version that TensorFlow 2.21 reads and writes
_PART = r"[A-Za-z0-9.][A-Za-z0-9_./-]*"
_VALID_NAME = re.compile(rf"{_PART}(>{_PART})*")


def check_versions(versions: Any) -> None:
    """Raises ValueError for a GraphDef that is too old or too new."""
    if versions.producer < 0:
        problem = (
            f"producer version {versions.producer} below min producer 0 supported by TensorFlow "
            "2.21.0.  Please regenerate your graph."
        )
    elif versions.min_consumer > PRODUCER:
        problem = (
            f"min consumer version {versions.min_consumer} above current version {PRODUCER} for "
            "TensorFlow 2.21.0.  Please upgrade TensorFlow."
        )
    elif PRODUCER in versions.bad_consumers:
        problem = (
            f"disallows consumer version {PRODUCER}.  Please upgrade TensorFlow: this version is "
            "likely buggy."
        )
    else:
        return
    raise ValueError(f"GraphDef {problem}")


def nodes_by_name(graph_def: Any) -> dict[str, Any]:
    """The nodes of a GraphDef by name; ValueError for names and inputs that are malformed."""
    nodes: dict[str, Any] = {}
    for node in graph_def.node:
        if node.name in nodes:
            raise ValueError(f"Node '{node.name}' is not unique")
        if not _VALID_NAME.fullmatch(node.name):
            raise ValueError(f"Node '{node.name}': Node name contains invalid characters")
        if not node.op:
            raise ValueError(f"Node '{node.name}' does not specify an operation")
        carets = [text.startswith("^") for text in node.input]
        if carets != sorted(carets):
            raise ValueError(
                f"Node '{node.name}': Control dependencies must come after regular dependencies"
            )
        nodes[node.name] = node
    return nodes


def check_colocation(graph_def: Any) -> None:
    """Raises ValueError where a node asks for the place of a node that is not there."""
    names = {node.name for node in graph_def.node}
    for node in graph_def.node:
        for group in node.attr["_class"].list.s if "_class" in node.attr else ():
            other = group[5:].decode("utf-8", "backslashreplace")
            if group.startswith(b"loc:@") and other not in names:
                raise ValueError(
                    f"Node '{node.name}' expects to be colocated with unknown node '{other}'"
                )


def lookup_for_import(op_type: str, foreign: Mapping[str, opdef.OpDef]) -> opdef.OpDef:
    """The op type of a node; NotFoundError with TensorFlow's text where there is none.

    foreign: op types that minigraph lacks and that are known from the file of the graph.
    """
    from minigraph import ops

    ops.declare_all()
    if op_type in foreign:
        return foreign[op_type]
    try:
        return opdef.lookup(op_type)
    except NotImplementedError as error:
        raise errors.NotFoundError(
            None,
            None,
            f"Op type not registered '{op_type}' in binary running on localhost. Make sure the Op "
            f"and Kernel are registered in the binary running in this process. {error}",
        ) from None


def check_inputs(
    op_def: opdef.OpDef,
    attrs: Mapping[str, Any],
    inputs: Sequence[SymbolicTensor],
    full_name: str,
    summary: str,
) -> None:
    """Raises ValueError where number or dtypes of a node's inputs are not what its op takes."""
    expected = [
        (dtype, arg.is_ref) for arg in op_def.inputs for dtype in opdef.arg_dtypes(arg, attrs)
    ]
    if len(expected) != len(inputs):
        names = ", ".join(c_name(dtype) for dtype, _ in expected)
        raise ValueError(
            f"NodeDef expected inputs '{names}' do not match {len(inputs)} inputs specified; "
            f"{describe(op_def)}; NodeDef: {summary}"
        )
    for index, (tensor, (dtype, is_ref)) in enumerate(zip(inputs, expected, strict=True)):
        found = tensor.dtype
        if found.base_dtype is not dtype.base_dtype or (is_ref and not found._is_ref_dtype):
            raise ValueError(
                f"Input {index} of node {full_name} was passed {c_name(found)} from "
                f"{tensor.name} incompatible with expected {c_name(dtype.base_dtype)}"
                f"{'_ref' * is_ref}."
            )


def are_shapes(value: Any) -> bool:
    """Whether an attribute's value is a list of shapes, or an empty one."""
    return isinstance(value, list) and all(item is None or type(item) is tuple for item in value)


def merge_shapes(op: Operation, known: Sequence[Any]) -> None:
    """Adds what `_output_shapes` says to the static shapes of an operation's outputs.

    Raises ValueError where it does not fit.
    """
    start = f"Node '{op.name}"
    if len(known) < len(op.outputs):
        raise ValueError(
            f"{start}' has {len(op.outputs)} outputs but the _output_shapes attribute specifies "
            f"shapes for {len(known)} outputs"
        )
    for index, (tensor, shape) in enumerate(zip(op.outputs, known)):
        if any(size is not None and size < 0 for size in shape or ()):
            raise ValueError(
                f"{start} has an invalid _output_shapes attribute (shape #{index} error:'Shape "
                f"{shapes.format_shape(shape)} has dimensions with values below -1 (where -1 means "
                "unknown)'"
            )
        try:
            tensor._shape = shapes.merge(tensor._shape, shape)
        except ValueError as error:
            raise ValueError(
                f"{start}' has an _output_shapes attribute inconsistent with the GraphDef for "
                f"output #{index}: {error}"
            ) from None


_FIELD_KINDS = {"s": "string", "i": "int", "f": "float", "b": "bool"}


def check_attr(attr: opdef.Attr, message: Any, op_def: opdef.OpDef, summary: str) -> None:
    """Raises ValueError where an attribute's value is not of the kind or range declared."""
    problem = _kind_problem(attr.kind, message)
    if problem:
        problem += f"\n\t for attr '{attr.name}'"
    else:
        problem = _range_problem(attr, attributes.from_proto(message))
    if problem:
        raise ValueError(f"{problem}\n\t; NodeDef: {summary}; {describe(op_def)}")


def _kind_problem(expected: str, message: Any) -> str:
    field = message.WhichOneof("value")
    found = _FIELD_KINDS.get(field, field)
    if field == "list":
        items = [part.name for part, _ in message.list.ListFields()]
        found = f"list({_FIELD_KINDS.get(items[0], items[0])})" if items else None
    if found is None and not (field == "list" and expected.startswith("list(")):
        return f"AttrValue missing value with expected type '{expected}'"
    if found not in (expected, None):
        return f"AttrValue had value with type '{found}' when '{expected}' expected"
    if expected not in ("type", "list(type)"):
        return ""
    for number in [message.type] if expected == "type" else message.list.type:
        try:
            dtype = dtypes.as_dtype(number)
        except TypeError:
            return "AttrValue has invalid DataType" + (f" enum: {number}" if number else "")
        if dtype._is_ref_dtype:
            return f"AttrValue must not have reference type value of {c_name(dtype)}"
    return ""


def _range_problem(attr: opdef.Attr, value: Any) -> str:
    items = value if isinstance(value, list) else [value]
    if attr.minimum is not None and attr.kind == "int" and value < attr.minimum:
        return f"Value for attr '{attr.name}' of {value} must be at least minimum {attr.minimum}"
    if attr.minimum is not None and attr.kind[:4] == "list" and len(items) < attr.minimum:
        return (
            f"Length for attr '{attr.name}' of {len(items)} must be at least minimum {attr.minimum}"
        )
    for item in items if attr.allowed is not None else ():
        if item not in attr.allowed:  # type: ignore[operator]
            return (
                f"Value for attr '{attr.name}' of {_text(item)} is not in the list of allowed "
                f"values: {', '.join(_text(choice) for choice in attr.allowed or ())}"
            )
    return ""


def _text(item: Any) -> str:
    if isinstance(item, DType):
        return c_name(item)
    return (
        '"' + (item.decode("utf-8", "backslashreplace") if isinstance(item, bytes) else item) + '"'
    )


def describe(op_def: opdef.OpDef) -> str:
    """An op type as TensorFlow prints it: Op<name=...; signature=...; attr=...>."""
    sides = [
        ", ".join(f"{arg.name}:{_spec(arg)}" for arg in args)
        for args in (op_def.inputs, op_def.outputs)
    ]
    attrs = "".join(f"; attr={_describe_attr(attr)}" for attr in _sorted(op_def.attrs))
    marks = "; is_commutative=true" if op_def.is_commutative else ""
    marks += "; is_aggregate=true" if op_def.name in ("AddN", "AddV2", "AccumulateNV2") else ""
    marks += "; is_stateful=true" if op_def.stateful else ""
    return f"Op<name={op_def.name}; signature={sides[0]} -> {sides[1]}{attrs}{marks}>"


def _sorted(attrs: dict[str, opdef.Attr]) -> list[opdef.Attr]:
    return [attrs[name] for name in sorted(attrs, key=str.lower)]


def _describe_attr(attr: opdef.Attr) -> str:
    text = f"{attr.name}:{attr.kind}"
    if attr.default is not opdef.REQUIRED:
        default = attributes.normalize(attr, attr.default, attr.name)
        text += f",default={attributes.to_text(attr.kind, default)}"
    if attr.allowed is not None:
        choices = (
            attributes.to_text("type", item) if isinstance(item, DType) else _text(item)
            for item in attr.allowed
        )
        text += f",allowed=[{', '.join(choices)}]"
    return text if attr.minimum is None else f"{text},min={attr.minimum}"


def _spec(arg: opdef.Arg) -> str:
    text = arg.type_attr or (c_name(arg.dtype) if arg.dtype else "")
    text = f"{arg.number_attr}*{text}" if arg.number_attr else text
    return f"Ref({text})" if arg.is_ref else text
