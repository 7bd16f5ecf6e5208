"""Keeps what the course's own checks say about hidden tests out of what they display later.

A card and a table of parts are shown at a visible line, but may have been filled at a hidden one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from coursegrader.checks import partial
from coursegrader.checks.card import Card
from coursegrader.judge.values import Ungradable
from coursegrader.judge.verdicts import StudentLost

if TYPE_CHECKING:
    from coursegrader.judge.test_cell import TestCell


def hush_checks(running: Callable[[], TestCell | None]) -> None:
    """Leave notes and parts of hidden lines out of cards and tables.

    Args:
        running: returns the test cell that runs.
    """
    note, part, failure = Card.note, partial.Part, partial._failure

    def quiet_note(self: Card, line: str) -> None:
        cell = running()
        if cell is None or not cell.in_hidden_lines():
            note(self, line)

    def quiet_part(what: str, points: float, failure: str | None) -> partial.Part:
        cell = running()
        if cell is None or not cell.in_hidden_lines() or cell.show_hidden:
            return part(what, points, failure)
        return part("a hidden test", points, None if failure is None else "it failed")

    def quiet_failure(error: BaseException) -> str:
        cell = running()
        if cell is not None and cell.hides(error) and not cell.show_hidden:
            return "a hidden test failed"
        if isinstance(error, StudentLost):
            return f"your code {error}"
        if isinstance(error, Ungradable):
            return str(error)
        said = failure(error)
        if said or cell is None:
            return said
        return "".join(f"failed: {cell.visible_line(line)}" for line in cell.lines(error)[-1:])

    Card.outlook = ""
    Card.note = quiet_note  # type: ignore[method-assign]
    partial.Part = quiet_part  # type: ignore[misc, assignment]
    partial._failure = quiet_failure
