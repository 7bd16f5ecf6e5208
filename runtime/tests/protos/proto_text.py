"""Compiled `.proto` files as text again, so that they can be compared with their sources."""

from collections.abc import Iterable

from google.protobuf import descriptor_pb2
from google.protobuf.message import Message

_Field = descriptor_pb2.FieldDescriptorProto


def render_file(file: descriptor_pb2.FileDescriptorProto) -> list[str]:
    """The statements of a `.proto` file, one a line, without comments, blanks and indentation."""
    lines = [f'syntax = "{file.syntax or "proto2"}";', f"package {file.package};"]
    lines += [f'import "{dependency}";' for dependency in file.dependency]
    for enum in file.enum_type:
        lines += _render_enum(enum)
    for message in file.message_type:
        lines += _Message(message, (*file.package.split("."), message.name), file.syntax).render()
    return lines


def _render_enum(enum: descriptor_pb2.EnumDescriptorProto) -> list[str]:
    spans = [(span.start, span.end) for span in enum.reserved_range]
    lines = [f"enum {enum.name} {{", *_render_options(enum.options)]
    lines += _render_reserved(spans, enum.reserved_name)
    return [*lines, *(f"{value.name} = {value.number};" for value in enum.value), "}"]


def _render_options(options: Message) -> list[str]:
    return [f"option {setting};" for setting in _settings(options)]


def _settings(options: Message) -> list[str]:
    return [f"{option.name} = {str(value).lower()}" for option, value in options.ListFields()]


def _render_reserved(spans: Iterable[tuple[int, int]], names: Iterable[str]) -> list[str]:
    numbers = ", ".join(
        str(first) if first == last else f"{first} to {last}" for first, last in spans
    )
    quoted = ", ".join(f'"{name}"' for name in names)
    return [f"reserved {reserved};" for reserved in (numbers, quoted) if reserved]


class _Message:
    """One message: its nested declarations first, then its fields in the order of declaration."""

    def __init__(
        self, message: descriptor_pb2.DescriptorProto, scope: tuple[str, ...], syntax: str
    ) -> None:
        self.message, self.scope, self.syntax = message, scope, syntax
        self.map_entries = {m.name: m for m in message.nested_type if m.options.map_entry}

    def render(self) -> list[str]:
        message = self.message
        spans = [(span.start, span.end - 1) for span in message.reserved_range]
        lines = [f"message {message.name} {{", *_render_options(message.options)]
        lines += _render_reserved(spans, message.reserved_name)
        for enum in message.enum_type:
            lines += _render_enum(enum)
        for nested in message.nested_type:
            if nested.name not in self.map_entries:
                lines += _Message(nested, (*self.scope, nested.name), self.syntax).render()
        return [*lines, *self._render_fields(), "}"]

    def _render_fields(self) -> Iterable[str]:
        open_oneof = None
        for field in self.message.field:
            oneof = field.oneof_index if field.HasField("oneof_index") else None
            if oneof != open_oneof:
                if open_oneof is not None:
                    yield "}"
                if oneof is not None:
                    yield f"oneof {self.message.oneof_decl[oneof].name} {{"
                open_oneof = oneof
            yield self._render_field(field)
        if open_oneof is not None:
            yield "}"

    def _render_field(self, field: _Field) -> str:
        entry = self.map_entries.get(field.type_name.rpartition(".")[2])
        if entry is not None:
            kind = f"map<{self._type_of(entry.field[0])}, {self._type_of(entry.field[1])}>"
        elif field.label == _Field.LABEL_REPEATED:
            kind = f"repeated {self._type_of(field)}"
        elif self.syntax != "proto3" and not field.HasField("oneof_index"):
            kind = f"optional {self._type_of(field)}"
        else:
            kind = self._type_of(field)
        settings = ", ".join(_settings(field.options))
        suffix = f" [{settings}]" if settings else ""
        return f"{kind} {field.name} = {field.number}{suffix};"

    def _type_of(self, field: _Field) -> str:
        """The type as one writes it inside this message: without the scopes that enclose both."""
        if not field.type_name:
            return _Field.Type.Name(field.type).removeprefix("TYPE_").lower()
        parts = field.type_name.removeprefix(".").split(".")
        scope = list(self.scope)
        while len(parts) > 1 and scope and parts[0] == scope[0]:
            del parts[0], scope[0]
        return ".".join(parts)
