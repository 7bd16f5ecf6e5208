"""Describes the declaration of an op type: its arguments, attributes, state and gradient."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from .encode import Outcome
from .environment import Backend, Job

REQUIRED = "(required)"


def run_op_definition(backend: Backend, job: Job) -> Outcome:
    """The description of the op type that `job` names."""
    describe = _of_tensorflow if backend.name == "tensorflow" else _of_minigraph
    return describe(job["op"])


def _of_tensorflow(name: str) -> Outcome:
    from tensorflow.python.framework import dtypes, op_def_registry, ops

    op_def = op_def_registry.get(name)
    if op_def is None:
        return {"kind": "there is no such op"}

    def dtype_name(number: int) -> str:
        return dtypes.as_dtype(number).name

    def argument(arg: Any) -> list[Any]:
        kind = dtype_name(arg.type) if arg.type else arg.type_attr or f"list({arg.type_list_attr})"
        kind = f"{arg.number_attr}*{kind}" if arg.number_attr else kind
        return [arg.name, f"Ref({kind})" if arg.is_ref else kind]

    def plain(value: Any) -> Any:
        kind = value.WhichOneof("value")
        if kind == "list":
            found = value.list.ListFields()
            return (
                [_plain_item(found[0][0].name, item, dtype_name) for item in found[0][1]]
                if (found)
                else []
            )
        return _plain_item(kind, getattr(value, kind), dtype_name)

    attrs = {}
    for attr in op_def.attr:
        allowed = plain(attr.allowed_values) if attr.HasField("allowed_values") else None
        minimum = attr.minimum if attr.has_minimum else None
        if attr.type.startswith("list") and minimum == 0:
            minimum = None
        default = plain(attr.default_value) if attr.HasField("default_value") else REQUIRED
        attrs[attr.name] = [attr.type, default, allowed, minimum]
    return {
        "kind": "op definition",
        "inputs": [argument(arg) for arg in op_def.input_arg],
        "outputs": [argument(arg) for arg in op_def.output_arg],
        **{f"attr {key}": item for key, item in attrs.items()},
        "stateful": op_def.is_stateful,
        "gradient": _gradient_in_tensorflow(ops.gradient_registry, name),
    }


def _gradient_in_tensorflow(gradients: Any, name: str) -> str:
    if name not in gradients.list():
        return "missing"
    return "rule" if gradients.lookup(name) else "none by intention"


def _plain_item(kind: str, value: Any, dtype_name: Any) -> Any:
    if kind == "type":
        return dtype_name(value)
    if kind == "s":
        return value.decode()
    if kind == "shape":
        return None if value.unknown_rank else [dim.size for dim in value.dim]
    if kind == "func":
        return value.name
    return value if isinstance(value, (bool, int, float)) else str(value)


def _of_minigraph(name: str) -> Outcome:
    from minigraph import opdef, ops

    ops.declare_all()
    op_def = opdef.lookup(name)

    def argument(arg: Any) -> list[Any]:
        kind = arg.dtype.name if arg.dtype else arg.type_attr or f"list({arg.type_list_attr})"
        kind = f"{arg.number_attr}*{kind}" if arg.number_attr else kind
        return [arg.name, f"Ref({kind})" if arg.is_ref else kind]

    def plain(value: Any) -> Any:
        if value is opdef.REQUIRED:
            return REQUIRED
        if isinstance(value, (list, tuple)):
            return [plain(item) for item in value]
        if isinstance(value, bytes):
            return value.decode()
        if isinstance(value, float):
            return float(np.float32(value))  # as an attribute stores it
        return getattr(value, "name", value)

    return {
        "kind": "op definition",
        "inputs": [argument(arg) for arg in op_def.input_args],
        "outputs": [argument(arg) for arg in op_def.output_args],
        **{
            f"attr {key}": [attr.kind, plain(attr.default), plain(attr.allowed), attr.minimum]
            for key, attr in op_def.attrs.items()
        },
        "stateful": op_def.stateful,
        "gradient": _gradient_in_minigraph(op_def),
    }


def _gradient_in_minigraph(op_def: Any) -> str:
    from minigraph import gradient_registry

    operation: Any = SimpleNamespace(inputs=[None], attrs={}, type=op_def.name, op_def=op_def)
    try:
        return "rule" if gradient_registry.rule_of(operation) else "none by intention"
    except LookupError:
        return "missing"
