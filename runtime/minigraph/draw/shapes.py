"""The boxes of a picture: what is written on each, and how large that makes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from minigraph.draw.model import Report, Scope, tensor_text

CODE_CHAR, TEXT_CHAR = 7.3, 6.4
"""Width of a character of a name, which has a fixed width, and of other text, on average."""

STRIP = 18.0
"""Height of the dtype and shape below a box."""

NAME_LENGTH, MOST_SIDES = 26, 3

_KINDS = {"Const": "const", **dict.fromkeys(("Variable", "VariableV2", "VarHandleOp"), "variable")}
_TAGS = {"fed": "fed", "unfed": "not fed", "folded": "folded", "merged": "merged"}


@dataclass(slots=True)
class Shape:
    """A box with its place on the page; ``kind`` is op, const, variable, closed or open."""

    kind: str
    name: str
    label: str
    note: str = ""
    title: str = ""
    state: str = "plain"
    tag: str = ""
    number: int = 0
    outputs: list[tuple[str, str, float]] = field(default_factory=list)
    """For each output its key, its text and its offset from the middle."""
    sides: str = ""
    """Where lines come from and go to that are not drawn."""
    width: float = 0.0
    height: float = 0.0
    x: float = 0.0
    y: float = 0.0
    inside: bool = False
    """Whether the box stands in the frame of a scope."""


def operation_shape(operation: Any, scope: Scope, number: int, report: Report) -> Shape:
    """The box of an operation in a scope; ``number`` is its place in the order of the run, or 0."""
    name = operation.name
    label = name.rpartition("/")[2] if name == scope.name else name.removeprefix(scope.name + "/")
    speaks = label.rstrip("0123456789").rstrip("_").lower() == operation.type.lower()
    state = report.state(name)
    shape = Shape(
        _KINDS.get(operation.type, "op"),
        name,
        short(label),
        "" if speaks else operation.type,
        _operation_title(operation, state, report.merged),
        state,
        tag=_TAGS.get(state, "") if state != "folded" or len(operation.inputs) else "",
        number=number,
    )
    if name in report.fetched:
        shape.tag = f"{shape.tag} + fetched" if shape.tag else "fetched"
    if state == "plain" and report.order:
        shape.state = "fetched" if name in report.fetched else "runs"
    return _sized(shape, {f"{name}:{i}": tensor_text(t) for i, t in enumerate(operation.outputs)})


def closed_shape(scope: Scope, numbers: Mapping[str, int], report: Report) -> Shape:
    """The one box of a scope that is not opened."""
    names = [operation.name for operation in scope.all_operations()]
    running = sum(name in numbers for name in names)
    note = f"{running} of {len(names)} run" if report.order else f"{len(names)} operations"
    state = ("runs" if running else "pruned") if report.order else "plain"
    tag = "fetched" if any(name in report.fetched for name in names) else ""
    shape = Shape(
        "closed", scope.name, short(scope.label), note, f"{scope.name}: {note}", state, tag
    )
    return _sized(shape, {})


def open_shape(scope: Scope) -> Shape:
    """The frame of an opened scope."""
    return Shape("open", scope.name, short(scope.label), title=f"scope {scope.name}")


def add_outputs(shape: Shape, texts: Mapping[str, str]) -> None:
    """Give a closed scope its outputs, whose texts are known when all edges are."""
    _sized(shape, texts)


def add_sides(shape: Shape, sides: Sequence[str]) -> None:
    """Tell in words of the lines that are not drawn: all in the title, the first below the box."""
    shape.sides = sides_text(sides)
    shape.title = "\n".join([shape.title, *sides])


def sides_text(sides: Collection[str]) -> str:
    """Where lines come from and go to: ``← a, b, … → c``."""
    parts = []
    for arrow in "←→":
        names = [short(side[2:]) for side in sides if side[0] == arrow]
        if names:
            more = ", …" if len(names) > MOST_SIDES else ""
            parts.append(f"{arrow} {', '.join(names[:MOST_SIDES])}{more}")
    return "  ".join(parts)


def outer_size(shape: Shape) -> tuple[float, float]:
    """Width and height with what is written below the box."""
    reach = max((x + len(text) * TEXT_CHAR / 2 for _, text, x in shape.outputs), default=0.0)
    rows = bool(shape.outputs) + bool(shape.sides)
    width = max(shape.width, 2 * reach, len(shape.sides) * TEXT_CHAR)
    return width, shape.height + STRIP * rows


def short(name: str) -> str:
    """The name, its middle left out where it is long."""
    if len(name) <= NAME_LENGTH:
        return name
    return f"{name[: NAME_LENGTH // 2 - 1]}…{name[-NAME_LENGTH // 2 :]}"


def _sized(shape: Shape, outputs: Mapping[str, str]) -> Shape:
    text = max(len(shape.label) * CODE_CHAR, len(shape.note) * TEXT_CHAR)
    tag = 2 * (len(shape.tag) * TEXT_CHAR) + 20 if shape.tag else 0.0
    shape.width = max(56.0, text + 24, tag)
    shape.height = 42.0 if shape.note else 28.0
    spans = [len(value) * TEXT_CHAR + 10 for value in outputs.values()]
    x = -sum(spans) / 2
    for (key, value), span in zip(outputs.items(), spans, strict=True):
        shape.outputs.append((key, value, x + span / 2))
        x += span
    return shape


def _operation_title(operation: Any, state: str, merged: Mapping[str, str]) -> str:
    lines = [f"{operation.name} ({operation.type})"]
    lines += _tensor_lines("in", operation.inputs) + _tensor_lines("out", operation.outputs)
    lines += [f"after {before.name}" for before in operation.control_inputs]
    if operation.device:
        lines.append(f"device {operation.device}")
    if operation.name in merged:
        lines.append(f"shares the value of {merged[operation.name]}")
    elif state != "plain":
        lines.append(_TAGS.get(state, state))
    return "\n".join(lines)


def _tensor_lines(word: str, tensors: Sequence[Any]) -> list[str]:
    return [f"{word} {tensor.name}: {tensor_text(tensor)}" for tensor in tensors]
