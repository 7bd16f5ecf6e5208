"""From scopes and edges to boxes and lines with their places on the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from minigraph.draw.layers import Box, Link, Point, place
from minigraph.draw.model import Report, Scope, edges, tensor_text
from minigraph.draw.shapes import (
    CODE_CHAR,
    TEXT_CHAR,
    Shape,
    add_outputs,
    add_sides,
    closed_shape,
    open_shape,
    operation_shape,
    outer_size,
    short,
    sides_text,
)

PAD, HEAD = 12.0, 24.0
"""Margin in a scope's frame and height of its heading."""


@dataclass(slots=True)
class Line:
    """A piece of an edge within one scope; ``arrow`` says that it ends at a box."""

    points: list[Point]
    title: str
    control: bool
    live: bool
    arrow: bool


@dataclass(slots=True)
class Picture:
    """Everything that is to be drawn, outer frames before what is in them."""

    shapes: list[Shape]
    lines: list[Line]
    width: float
    height: float


class Piece(NamedTuple):
    """A piece of an edge between two items of one scope.

    Items are operations (``a/b``), scopes (``a/b/``) and places where edges cross the frame inwards
    (``<key``) or outwards (``>key``). ``key`` is what flows: a tensor, all that leaves a closed
    scope, or nothing but a control dependency (``^a/b``). ``slot`` is the input it is for, or -1.
    """

    source: str
    target: str
    key: str
    slot: int


def compose(
    operations: Sequence[Any],
    scope: Scope,
    report: Report,
    limit: float,
    collectors: Mapping[str, Collection[str]] = {},
) -> Picture:
    """Lay out the opened scopes from the inside out and give everything its place on the page.

    operations: those of the scope, and around it those that they take from or give to.
    collectors: boxes to which few lines are drawn, and from where; the others are told in words.
    """
    view = _View(operations, scope, report, collectors)
    content = _arrange(view, scope, limit)
    picture = Picture([], [], content.width, content.height)
    _emit(view, content, 0.0, 0.0, picture)
    return picture


class _View:
    """What is shown: a box for every visible item, and the pieces of edges by scope."""

    def __init__(
        self,
        operations: Sequence[Any],
        scope: Scope,
        report: Report,
        collectors: Mapping[str, Collection[str]],
    ) -> None:
        self.report, self.collectors = report, collectors
        in_order = {name: number for number, name in enumerate(report.order, start=1)}
        self.numbers = report.numbers or in_order
        self.turns = {op.name for op in operations if op.type == "NextIteration"}
        self.boxes: dict[str, Shape] = {}
        self.paths: dict[str, tuple[str, ...]] = {}
        self.pieces: dict[str, dict[Piece, bool]] = defaultdict(dict)
        self.tensors: dict[str, dict[str, str]] = defaultdict(dict)
        self.sides: dict[str, dict[str, None]] = defaultdict(dict)
        """What is told in words of a box or frame: where its other lines come from and go to."""
        self._collect(scope, (scope.name + "/",) if scope.name else ())
        self._cut_edges(operations)
        for key, shape in self.boxes.items():
            if shape.kind == "closed" and key in self.tensors:
                add_outputs(shape, {key: self.flow(key)})
            add_sides(shape, list(self.sides[key]))

    def flow(self, key: str) -> str:
        """Dtype and shape of what flows, or the number of tensors."""
        tensors = self.tensors[key]
        return next(iter(tensors.values())) if len(tensors) == 1 else f"{len(tensors)} tensors"

    def _collect(self, scope: Scope, path: tuple[str, ...]) -> None:
        for operation in scope.operations:
            name = operation.name
            self.paths[name] = (*path, name)
            number = self.numbers.get(name, 0)
            self.boxes[name] = operation_shape(operation, scope, number, self.report)
        for child in scope.scopes.values():
            key = child.name + "/"
            if child.is_open:
                self._collect(child, (*path, key))
            else:
                self.boxes[key] = closed_shape(child, self.numbers, self.report)
                self.paths.update((op.name, (*path, key)) for op in child.all_operations())

    def _cut_edges(self, operations: Sequence[Any]) -> None:
        by_name = {operation.name: operation for operation in operations}
        for producer, index, consumer, slot in edges(operations):
            if producer not in by_name or not {producer, consumer} & self.paths.keys():
                continue
            source = self.paths.get(producer, (producer,))
            target = self.paths.get(consumer, (consumer,))
            if source == target:
                continue
            aside = source[0] not in self.collectors.get(target[0], source)
            if aside:
                self.sides[source[0]]["→ " + target[0].strip("/")] = None
                self.sides[target[0]]["← " + source[0].strip("/")] = None
            if index < 0:
                key = f"^{source[-1]}"
            else:
                key = f"{producer}:{index}" if source[-1] == producer else source[-1]
                text = tensor_text(by_name[producer].outputs[index])
                self.tensors[key][f"{producer}:{index}"] = text
            slot = slot if index < 0 or target[-1] == consumer else 0
            live = self.report.state(consumer) in ("plain", "unfed", "forwarded")
            for container, piece in _cut(source, target, key, slot):
                if aside and not piece.source.startswith("<"):
                    continue
                level = self.pieces[container]
                level[piece] = level.get(piece, False) or live


def _cut(
    source: tuple[str, ...], target: tuple[str, ...], key: str, slot: int
) -> Iterator[tuple[str, Piece]]:
    """An edge cut where it crosses frames: out of the source's, across, into the target's."""
    common = 0
    while source[common] == target[common]:
        common += 1
    passing = min(slot, 0)
    for depth in range(len(source) - 1, common, -1):
        yield source[depth - 1], Piece(source[depth], ">" + key, key, passing)
    for depth in range(common, len(target)):
        start = source[common] if depth == common else "<" + key
        is_last = depth == len(target) - 1
        container = target[depth - 1] if depth else ""
        yield container, Piece(start, target[depth], key, slot if is_last else passing)


@dataclass(slots=True)
class _Content:
    """An opened scope after its layout; coordinates are relative to its top left corner."""

    scope: Scope
    items: dict[str, Box]
    links: list[Link]
    pieces: Mapping[Piece, bool]
    children: dict[str, _Content]
    width: float
    height: float
    ports: dict[str, float] = field(default_factory=dict)
    """Where edges cross the frame, as offsets from its middle."""


def _arrange(view: _View, scope: Scope, limit: float) -> _Content:
    """Place what is in an opened scope within ``limit``, the opened scopes in it first."""
    inner = limit - 2 * PAD
    children = {
        name + "/": _arrange(view, child, inner)
        for name, child in scope.scopes.items()
        if child.is_open
    }
    pieces = view.pieces[scope.name + "/" if scope.name else ""]
    items = _items(view, scope, children)
    for piece in pieces:
        if piece.source.startswith("<"):
            items.setdefault(piece.source, Box(4, 0, pin="top"))
        if piece.target.startswith(">"):
            items.setdefault(piece.target, Box(4, 0, pin="bottom"))
    index = {key: number for number, key in enumerate(items)}
    links = []
    for piece in pieces:
        start, end = _leaves_at(view, piece, children), _enters_at(piece, children)
        back = piece.key.split(":")[0] in view.turns
        links.append(Link(index[piece.source], index[piece.target], piece.key, start, end, back))
    width, height = place(list(items.values()), links, inner)
    _spread_inputs(view, links, list(pieces))
    return _framed(view, _Content(scope, items, links, pieces, children, width, height))


def _items(view: _View, scope: Scope, children: Mapping[str, _Content]) -> dict[str, Box]:
    """Boxes for the operations and scopes in a scope, in the order they were made."""
    items = {}
    first = {operation.name: operation.name for operation in scope.operations}
    first |= {name + "/": next(child.all_operations()).name for name, child in scope.scopes.items()}
    made = {name: number for number, name in enumerate(view.paths)}
    for key in sorted(first, key=lambda key: made[first[key]]):
        child = children.get(key)
        items[key] = Box(child.width, child.height) if child else Box(*outer_size(view.boxes[key]))
    return items


def _leaves_at(view: _View, piece: Piece, children: Mapping[str, _Content]) -> float:
    if piece.source in children:
        return children[piece.source].ports[">" + piece.key]
    outputs = view.boxes[piece.source].outputs if piece.source in view.boxes else []
    return next((x for key, _, x in outputs if key == piece.key), 0.0)


def _enters_at(piece: Piece, children: Mapping[str, _Content]) -> float:
    child = children.get(piece.target)
    return child.ports["<" + piece.key] if child else 0.0


def _spread_inputs(view: _View, links: Sequence[Link], pieces: Sequence[Piece]) -> None:
    """Let the lines to a box arrive side by side, in the order in which they come."""
    arriving = defaultdict(list)
    for link, piece in zip(links, pieces, strict=True):
        if piece.target in view.boxes:
            arriving[piece.target].append((link.route[-2][0], piece.slot, link))
    for target, group in arriving.items():
        group.sort(key=lambda entry: entry[:2])
        room = max(view.boxes[target].width - 24.0, 0.0)
        step = min(16.0, room / max(len(group) - 1, 1))
        for number, (_, _, link) in enumerate(group):
            x, y = link.route[-1]
            link.route[-1] = (x + step * (number - (len(group) - 1) / 2), y)


def _framed(view: _View, content: _Content) -> _Content:
    """Add heading and margins, and note where edges cross the frame."""
    if not content.scope.name:
        return content
    sides = len(sides_text(view.sides[content.scope.name + "/"])) * TEXT_CHAR
    heading = len(short(content.scope.label)) * CODE_CHAR + 2 * PAD + sides
    width = max(content.width + 2 * PAD, heading)
    shift = (width - content.width) / 2
    for box in content.items.values():
        box.x, box.y = box.x + shift, box.y + HEAD
    for link in content.links:
        link.route = [(x + shift, y + HEAD) for x, y in link.route]
    content.width, content.height = width, content.height + HEAD + PAD
    content.ports = {k: box.x - width / 2 for k, box in content.items.items() if box.pin}
    return content


def _emit(view: _View, content: _Content, left: float, top: float, picture: Picture) -> None:
    """Turn places in a scope into places on the page."""
    is_scope = bool(content.scope.name)
    if is_scope:
        frame = open_shape(content.scope)
        add_sides(frame, list(view.sides[content.scope.name + "/"]))
        frame.x, frame.y, frame.width, frame.height = left, top, content.width, content.height
        picture.shapes.append(frame)
    for key, box in content.items.items():
        x, y = left + box.x, top + box.y
        if key in content.children:
            _emit(view, content.children[key], x - box.width / 2, y, picture)
        elif key in view.boxes:
            shape = view.boxes[key]
            shape.x, shape.y, shape.inside = x - shape.width / 2, y, is_scope
            picture.shapes.append(shape)
    for link, (piece, live) in zip(content.links, content.pieces.items(), strict=True):
        points = [(left + x, top + y) for x, y in link.route]
        if piece.source.startswith("<"):
            points.insert(0, (points[0][0], top))
        if piece.target.startswith(">"):
            points.append((points[-1][0], top + content.height))
        title = _line_title(view, piece.key)
        arrow = piece.target in view.boxes
        picture.lines.append(Line(points, title, piece.slot < 0, live, arrow))


def _line_title(view: _View, key: str) -> str:
    if key.startswith("^"):
        return f"after {key[1:]}"
    tensors = view.tensors[key]
    return f"{next(iter(tensors))}: {view.flow(key)}" if len(tensors) == 1 else view.flow(key)
