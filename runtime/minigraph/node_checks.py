"""Checks on the nodes of a GraphDef that comes from outside, with TensorFlow's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from minigraph import errors, opdef
from minigraph.dtypes import DType, c_name
from minigraph.tensor import SymbolicTensor


def lookup_for_import(op_type: str) -> opdef.OpDef:
    """The op type of a node; NotFoundError with TensorFlow's text where there is none."""
    from minigraph import ops

    ops.declare_all()
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
    expected: list[DType] = []
    for arg in op_def.inputs:
        expected.extend(opdef.arg_dtypes(arg, attrs))
    if len(expected) != len(inputs):
        names = ", ".join(dtype.name.replace("float32", "float") for dtype in expected)
        raise ValueError(
            f"NodeDef expected inputs '{names}' do not match {len(inputs)} inputs specified; "
            f"{describe(op_def)}; NodeDef: {summary}"
        )
    for index, (tensor, dtype) in enumerate(zip(inputs, expected, strict=True)):
        if tensor.dtype.base_dtype is not dtype.base_dtype:
            raise ValueError(
                f"Input {index} of node {full_name} was passed {c_name(tensor.dtype)} from "
                f"{tensor.name} incompatible with expected {c_name(dtype)}."
            )


_FIELD_KINDS = {"s": "string", "i": "int", "f": "float", "b": "bool"}


def check_attr_kind(attr: opdef.Attr, message: Any, op_def: opdef.OpDef, summary: str) -> None:
    """Raises ValueError where an attribute's value is of another kind than declared."""
    field = message.WhichOneof("value")
    found = _FIELD_KINDS.get(field, field)
    expected = attr.kind
    fits = found == expected or (found == "list" and expected.startswith("list("))
    if not fits:
        raise ValueError(
            f"AttrValue had value with type '{found}' when '{expected}' expected\n\t for attr "
            f"'{attr.name}'\n\t; NodeDef: {summary}; {describe(op_def)}"
        )


def describe(op_def: opdef.OpDef) -> str:
    """An op type as TensorFlow prints it: Op<name=...; signature=...; attr=...>."""
    sides = [
        ", ".join(f"{arg.name}:{_spec(arg)}" for arg in args)
        for args in (op_def.inputs, op_def.outputs)
    ]
    attrs = "".join(f"; attr={name}:{attr.kind}" for name, attr in sorted(op_def.attrs.items()))
    return f"Op<name={op_def.name}; signature={sides[0]} -> {sides[1]}{attrs}>"


def _spec(arg: opdef.Arg) -> str:
    text = arg.type_list_attr or arg.type_attr or (arg.dtype.name if arg.dtype else "")
    text = f"{arg.number_attr}*{text}" if arg.number_attr else text
    return f"Ref({text})" if arg.is_ref else text
