"""Messages with every field set, of any family: made by walking descriptors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

# Deep enough that fields of fields are set; each kind of message is the root of a test of its own.
DEPTH = 3


def filled(message_class: type[Message]) -> Iterator[Message]:
    """Messages that have every field set; as many as the largest oneof has members."""
    oneofs = message_class.DESCRIPTOR.oneofs
    for member in range(max((len(oneof.fields) for oneof in oneofs), default=1)):
        message = message_class()
        _fill(message, member, DEPTH)
        yield message


def _fill(message: Message, member: int, depth: int) -> None:
    for field in message.DESCRIPTOR.fields:
        oneof = field.containing_oneof
        if oneof is not None and oneof.fields[member % len(oneof.fields)] is not field:
            continue
        if _is_map(field):
            _fill_map(getattr(message, field.name), field.message_type, member, depth)
        elif field.message_type and field.is_repeated:
            for _ in range(2):
                _fill_child(getattr(message, field.name).add(), member, depth)
        elif field.message_type:
            _fill_child(getattr(message, field.name), member, depth)
        elif field.is_repeated:
            getattr(message, field.name).extend([_value(field), _value(field, 1), _value(field)])
        else:
            setattr(message, field.name, _value(field))


def _fill_child(child: Message, member: int, depth: int) -> None:
    child.SetInParent()
    if depth > 1:
        _fill(child, member, depth - 1)


def _fill_map(container: Any, entry: Descriptor, member: int, depth: int) -> None:
    key, value = entry.fields_by_name["key"], entry.fields_by_name["value"]
    for shift in range(2):
        if value.message_type:
            _fill_child(container[_value(key, shift)], member, depth)
        else:
            container[_value(key, shift)] = _value(value, shift)


def _is_map(field: FieldDescriptor) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _value(field: FieldDescriptor, shift: int = 0) -> Any:
    """A value that differs from the default and from field to field."""
    if field.enum_type:
        values = field.enum_type.values
        return values[(field.number + shift) % (len(values) - 1) + 1].number
    kinds = {
        FieldDescriptor.CPPTYPE_BOOL: not shift,
        FieldDescriptor.CPPTYPE_STRING: f"{field.name} \u4f1a\u8bdd {shift}",
        FieldDescriptor.CPPTYPE_FLOAT: field.number + 0.25 + shift,
        FieldDescriptor.CPPTYPE_DOUBLE: field.number + 0.1 + shift,
        FieldDescriptor.CPPTYPE_INT32: -field.number - shift,
        FieldDescriptor.CPPTYPE_INT64: -(2**40) - field.number - shift,
        FieldDescriptor.CPPTYPE_UINT32: 2**31 + field.number + shift,
        FieldDescriptor.CPPTYPE_UINT64: 2**63 + field.number + shift,
    }
    value = kinds[field.cpp_type]
    if field.type == FieldDescriptor.TYPE_BYTES:
        return value.encode() + b"\x00\xff"
    return value
