"""Nested Python values as StructuredValue messages and back."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from typing import Any

from minigraph import dtypes, nest
from minigraph.shapes import TensorShape, as_shape
from minigraph.tensor_spec import TensorSpec


def encode(value: Any) -> Any:
    """The message of a structure of specs, shapes, dtypes and literals.

    Raises NotImplementedError for anything else.
    """
    from minigraph import protos

    message = protos.StructuredValue()
    for kind, field in _LITERALS:
        if isinstance(value, kind):
            setattr(message, field, value)
            return message
    if value is None:
        message.none_value.SetInParent()
    elif isinstance(value, dtypes.DType):
        message.tensor_dtype_value = value.as_datatype_enum
    elif isinstance(value, TensorShape):
        message.tensor_shape_value.CopyFrom(value.as_proto())
    elif isinstance(value, TensorSpec):
        spec = message.tensor_spec_value
        spec.name, spec.dtype = value.name or "", value.dtype.as_datatype_enum
        spec.shape.CopyFrom(value.shape.as_proto())
    else:
        _encode_parts(message, value)
    return message


_LITERALS = (
    (bool, "bool_value"),
    (int, "int64_value"),
    (float, "float64_value"),
    (str, "string_value"),
)


def _encode_parts(message: Any, value: Any) -> None:
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        message.named_tuple_value.name = type(value).__name__
        for key, item in zip(value._fields, value, strict=True):
            message.named_tuple_value.values.add(key=key, value=encode(item))
    elif isinstance(value, (list, tuple)):
        kind = message.list_value if isinstance(value, list) else message.tuple_value
        kind.SetInParent()
        kind.values.extend(map(encode, value))
    elif isinstance(value, Mapping):
        message.dict_value.SetInParent()
        for key, item in value.items():
            message.dict_value.fields[key].CopyFrom(encode(item))
    else:
        raise NotImplementedError(f"A SavedModel of minigraph cannot describe {value!r}.")


def decode(message: Any) -> Any:
    """The structure that a message describes; NotImplementedError for a type minigraph lacks."""
    kind = message.WhichOneof("kind")
    value: Any = getattr(message, kind) if kind else None
    if kind in ("none_value", None):
        return None
    if kind in ("bool_value", "int64_value", "float64_value", "string_value"):
        return value
    if kind == "tensor_dtype_value":
        return dtypes.as_dtype(value)
    if kind == "tensor_shape_value":
        return as_shape(TensorShape(value))
    if kind == "tensor_spec_value":
        return TensorSpec(
            TensorShape(value.shape), dtypes.as_dtype(value.dtype), value.name or None
        )
    if kind == "list_value":
        return [decode(item) for item in value.values]
    if kind == "tuple_value":
        return tuple(decode(item) for item in value.values)
    if kind == "dict_value":
        return {key: decode(item) for key, item in value.fields.items()}
    if kind == "named_tuple_value":
        made: Any = namedtuple(value.name, [pair.key for pair in value.values])  # type: ignore[misc]
        return made(*(decode(pair.value) for pair in value.values))
    raise NotImplementedError(f"minigraph does not read a {kind} of a SavedModel.")


def specs_of_outputs(structure: Any) -> Any:
    """What a function returns as specs, named by the keys of a dict as TensorFlow names them."""
    if isinstance(structure, Mapping):
        return {key: _spec(item, key) for key, item in structure.items()}
    return nest.map_structure(lambda item: _spec(item, "unknown"), structure)


def _spec(item: Any, name: str) -> Any:
    return nest.map_structure(
        lambda tensor: tensor if tensor is None else TensorSpec(tensor.shape, tensor.dtype, name),
        item,
    )
