"""Attribute values: checked as TensorFlow checks them, and translated to and from AttrValue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import dtypes, shapes
from minigraph.dtypes import DType
from minigraph.opdef import Attr

ShapeTuple = tuple[int | None, ...] | None


def normalize(attr: Attr, value: Any, op_name: str) -> Any:
    """The canonical Python form of an attribute value.

    type: DType; shape: tuple or None; string: bytes; tensor: ndarray; list(...): list of those.
    Raises TypeError or ValueError with TensorFlow's text where the value does not fit.
    """
    if attr.kind.startswith("list("):
        if not isinstance(value, (list, tuple)):
            raise TypeError(f"Expected list for argument '{attr.name}' not {value!r}.")
        kind = attr.kind[5:-1]
        values = [_NORMALIZERS[kind](item, attr.name) for item in value]
        check_length(attr, len(values), op_name)
        return values
    result = _NORMALIZERS[attr.kind](value, attr.name)
    if attr.allowed is not None and attr.kind == "string":
        _check_text(attr, result, op_name)
    elif attr.allowed is not None:
        check_allowed(attr, result, attr.name)
    if attr.minimum is not None and attr.kind == "int" and result < attr.minimum:
        raise ValueError(
            f"Attr '{attr.name}' of '{op_name}' Op passed {result} less than minimum "
            f"{attr.minimum}."
        )
    return result


def check_length(attr: Attr, length: int, op_name: str) -> None:
    """Raises ValueError where a list is shorter than the attribute allows."""
    if attr.minimum is not None and length < attr.minimum:
        raise ValueError(
            f"Attr '{attr.name}' of '{op_name}' Op passed list of length {length} less than "
            f"minimum {attr.minimum}."
        )


def check_allowed(attr: Attr, value: Any, parameter: str) -> None:
    """Raises TypeError where the dtype `value` is not one of `attr.allowed`."""
    if attr.allowed is None or value in attr.allowed or value.base_dtype in attr.allowed:
        return
    allowed = ", ".join(dtype.name for dtype in attr.allowed)  # type: ignore[union-attr]
    raise TypeError(
        f"Value passed to parameter '{parameter}' has DataType {value.name} not in list of "
        f"allowed values: {allowed}"
    )


def _check_text(attr: Attr, value: bytes, op_name: str) -> None:
    assert attr.allowed is not None
    if value not in attr.allowed:
        text = value.decode("utf-8", "backslashreplace")
        allowed = ", ".join(f'"{item.decode()}"' for item in attr.allowed)  # type: ignore[union-attr]
        raise ValueError(
            f"Attr '{attr.name}' of '{op_name}' Op passed string '{text}' not in: {allowed}."
        )


def _make_bool(value: Any, name: str) -> bool:
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"Expected bool for argument '{name}' not {value!r}.")
    return bool(value)


def _make_int(value: Any, name: str) -> int:
    if isinstance(value, str):
        raise TypeError(f"Expected int for argument '{name}' not {value!r}.")
    try:
        return int(value)
    except (TypeError, ValueError):
        raise TypeError(f"Expected int for argument '{name}' not {value!r}.") from None


def _make_float(value: Any, name: str) -> float:
    if isinstance(value, (bool, str, bytes)):
        raise TypeError(f"Expected float for argument '{name}' not {value!r}.")
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"Expected float for argument '{name}' not {value!r}.") from None


def _make_string(value: Any, name: str) -> bytes:
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes):
        return value
    raise TypeError(f"Expected string for argument '{name}' not {value!r}.")


def _make_type(value: Any, name: str) -> DType:
    try:
        return dtypes.as_dtype(value).base_dtype
    except TypeError:
        raise TypeError(f"Expected DataType for argument '{name}' not {value!r}.") from None


def _make_shape(value: Any, name: str) -> ShapeTuple:
    try:
        return shapes.as_shape(value)._dims
    except (TypeError, ValueError) as error:
        raise type(error)(f"Error converting {name} to a TensorShape: {error}.") from None


def _as_is(value: Any, name: str) -> Any:
    return value


_NORMALIZERS: dict[str, Callable[[Any, str], Any]] = {
    "bool": _make_bool,
    "int": _make_int,
    "float": _make_float,
    "string": _make_string,
    "type": _make_type,
    "shape": _make_shape,
    "tensor": _as_is,
    "func": _as_is,
}


def to_proto(kind: str, value: Any) -> Any:
    """The AttrValue message of a canonical value."""
    from minigraph import protos

    message = protos.AttrValue()
    if kind.startswith("list("):
        message.list.SetInParent()
        for item in value:
            _add_to_list(message.list, kind[5:-1], item)
    elif kind == "bool":
        message.b = value
    elif kind == "int":
        message.i = value
    elif kind == "float":
        message.f = value
    elif kind == "string":
        message.s = value
    elif kind == "type":
        message.type = value.as_datatype_enum
    elif kind == "shape":
        message.shape.CopyFrom(shapes.from_tuple(value).as_proto())
    elif kind == "tensor":
        message.tensor.CopyFrom(_tensor_message(value))
    else:
        message.func.name = getattr(value, "name", value)
    return message


def _tensor_message(value: Any) -> Any:
    from minigraph import tensor_proto

    array = np.asarray(value)
    if array.size > 1 and not any(array.strides):  # one value that fills the shape
        first = array[(0,) * array.ndim]
        return tensor_proto.make_tensor_proto(np.asarray(first, array.dtype), shape=array.shape)
    return tensor_proto.make_tensor_proto(value)


def _add_to_list(holder: Any, kind: str, value: Any) -> None:
    if kind == "shape":
        holder.shape.append(shapes.from_tuple(value).as_proto())
    elif kind == "type":
        holder.type.append(value.as_datatype_enum)
    elif kind == "func":
        holder.func.add().name = getattr(value, "name", value)
    else:
        getattr(holder, {"bool": "b", "int": "i", "float": "f", "string": "s"}[kind]).append(value)


def from_proto(message: Any) -> Any:
    """The canonical value of an AttrValue message (minigraph's or TensorFlow's)."""
    from minigraph import tensor_proto

    field = message.WhichOneof("value")
    if field == "type":
        return dtypes.as_dtype(message.type)
    if field == "shape":
        return shapes.TensorShape(message.shape)._dims
    if field == "tensor":
        return tensor_proto.stored_array(message.tensor)
    if field == "func":
        return message.func.name
    if field == "list":
        for name in ("s", "i", "f", "b", "type", "shape", "tensor", "func"):
            items = getattr(message.list, name)
            if items:
                return [_list_item(name, item) for item in items]
        return []
    return getattr(message, field) if field else None


def _list_item(name: str, item: Any) -> Any:
    if name == "type":
        return dtypes.as_dtype(item)
    if name == "shape":
        return shapes.TensorShape(item)._dims
    return item.name if name == "func" else item


def to_text(kind: str, value: Any) -> str:
    """An attribute as TensorFlow prints it in a node summary: T=DT_FLOAT, shape=[2,?]..."""
    if kind.startswith("list("):
        return "[" + ", ".join(to_text(kind[5:-1], item) for item in value) + "]"
    if kind == "bool":
        return "true" if value else "false"
    if kind == "type":
        return _enum_name(value)
    if kind == "shape":
        return "<unknown>" if value is None else shapes.format_shape(value)
    if kind == "string":
        return f'"{value.decode("utf-8", "backslashreplace")}"'
    if kind == "tensor":
        return _tensor_text(value)
    if kind == "float":
        return f"{value:g}"
    if kind == "func":
        return f"{getattr(value, 'name', value)}[]"
    return str(value)


def _enum_name(dtype: DType) -> str:
    return "DT_" + {"float32": "FLOAT", "float64": "DOUBLE", "float16": "HALF"}.get(
        dtype.name, dtype.name.upper()
    )


def _tensor_text(value: Any) -> str:
    array = np.asarray(value)
    dtype = dtypes.as_dtype(array.dtype)
    shape = shapes.format_shape(array.shape)
    values = " ".join(str(item) for item in array.ravel()[:3].tolist())
    dots = "..." if array.size > 3 else ""
    return f"Tensor<type: {dtypes.c_name(dtype)} shape: {shape} values: {values}{dots}>"
