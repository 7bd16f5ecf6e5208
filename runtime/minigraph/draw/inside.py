"""What is inside of the closed scopes of a picture: a picture of each, which opens with a click.

With the script the closed boxes are buttons, for the mouse, the keyboard and screen readers, and
open where they stand. Without, each is an HTML ``details`` element below the picture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from minigraph.draw import model, picture, svg, words
from minigraph.draw.model import Report, Scope

SCOPE_BOXES, ALL_BOXES = 16, 250
"""Boxes in the picture of one scope, unless it has more directly in it, and in all of them."""

WIDTH = 440.0
"""Pixels that a picture of one scope fills at most."""

MOST_AROUND = 40
"""Operations around a scope that its picture has lines from and to; of more it has none."""


def page(drawn: str, operations: Sequence[Any], root: Scope, report: Report) -> str:
    """The picture with what is inside of its closed scopes; the picture alone if there are none."""
    if not root.scopes:
        return drawn
    parts = "".join(_Inside(operations, report).of(root))
    script = files("minigraph.draw").joinpath("inside.js").read_text(encoding="utf-8")
    look = f'<div class="look">Look inside: {parts}</div>' if parts else ""
    look += f"<script>//<![CDATA[\n{script}//]]></script>"
    return f'<div class="mg-inside" data-lm-suppress-shortcuts="true">{drawn}{look}</div>'


class _Inside:
    """The pictures of closed scopes, outer ones first, while there is room for more."""

    def __init__(self, operations: Sequence[Any], report: Report) -> None:
        self.operations = {operation.name: operation for operation in operations}
        self.report, self.room = report, ALL_BOXES
        self.takers: dict[str, set[str]] = defaultdict(set)
        for producer, _, consumer, _ in model.edges(operations):
            self.takers[producer].add(consumer)

    def of(self, scope: Scope) -> Iterator[str]:
        """A closed ``details`` for each closed scope that shows in a picture of ``scope``."""
        closed = list(_closed(scope))
        pictures = {child.name: self._picture(child) for child in closed}
        for child in closed:
            if drawn := pictures[child.name]:
                name = child.name.removeprefix(f"{scope.name}/")
                note = f"{sum(1 for _ in child.all_operations())} operations"
                yield (
                    f'<details data-scope="{escape(child.name)}">'
                    f"<summary><b>{escape(name)}</b> {note}</summary>"
                    f"{drawn}{''.join(self.of(child))}</details>"
                )

    def _picture(self, scope: Scope) -> str:
        inner = list(scope.all_operations())
        if self.room < len(scope.operations) + len(scope.scopes):
            return ""
        model.open_scopes(scope, self.report, SCOPE_BOXES)
        names = {operation.name for operation in inner}
        around = {name for op in inner for name in _named(op, self.takers)} - names
        outer = [self.operations[name] for name in sorted(around)]
        drawn = picture.compose(
            inner + outer if len(outer) <= MOST_AROUND else inner,
            scope,
            self.report,
            WIDTH,
        )
        self.room -= len(drawn.shapes)
        title = f"Inside of {scope.name}"
        told = words.description(inner, Report())
        return svg.on_page(svg.render(drawn, title, told, in_page=True), f"{title}. {told}")


def _closed(scope: Scope) -> Iterator[Scope]:
    """The closed scopes in the picture of an opened one."""
    for child in scope.scopes.values():
        if child.is_open:
            yield from _closed(child)
        else:
            yield child


def _named(operation: Any, takers: Mapping[str, set[str]]) -> Iterator[str]:
    """The operations around one."""
    yield from (tensor.op.name for tensor in operation.inputs)
    yield from (before.name for before in operation.control_inputs)
    yield from takers[operation.name]
