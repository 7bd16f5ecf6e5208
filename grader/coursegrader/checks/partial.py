"""Partial credit: a test cell in parts, each with its points."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from coursegrader.checks.card import Card, box, show


@dataclass(frozen=True)
class Part:
    """One part of a test cell and what became of it."""

    what: str
    points: float
    failure: str | None

    @property
    def line(self) -> str:
        """The part as a line of the table."""
        earned = self.points if self.failure is None else 0
        line = f"{self.what}: {earned:g} of {self.points:g}"
        return f"{line} - {self.failure}" if self.failure else line


class Parts:
    """The parts of the running test cell, as a table that a notebook shows."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.cell: object = None

    def begin(self) -> None:
        """Forget what an earlier cell left behind when it failed between its parts."""
        cell = _running_cell()
        if cell != self.cell:
            self.parts, self.cell = [], cell

    @property
    def earned(self) -> float:
        """The points of the parts that passed."""
        return sum(part.points for part in self.parts if part.failure is None)

    def _repr_html_(self) -> str:
        title = f"{self.earned:g} of {sum(part.points for part in self.parts):g} points"
        lines = [(part.failure is None, part.line) for part in self.parts]
        return box(title, lines, Card.outlook)

    def __repr__(self) -> str:
        return "\n".join(part.line for part in self.parts)


_current = Parts()


@contextmanager
def part(points: float, what: str) -> Iterator[None]:
    """Test one part of a question: it earns its points if the block raises nothing.

    Args:
      points: what the part is worth.
      what: a few words that say what the part tests.
    """
    _current.begin()
    failure: str | None = None
    try:
        yield
    except (Exception, SystemExit) as error:
        failure = _failure(error)
    _current.parts.append(Part(what, points, failure))


def _failure(error: BaseException) -> str:
    """What an exception says; the stub of an answer says nothing by itself."""
    if isinstance(error, AssertionError):
        return str(error)
    if isinstance(error, NotImplementedError) and not str(error):
        return "there is no answer yet"
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def score() -> float:
    """The points of all parts of this cell; nbgrader takes it as partial credit.

    It also shows what each part earned and why it failed. Write it as the cell's last expression.

    Raises:
      AssertionError: the cell has no parts.
    """
    global _current
    _current.begin()
    done, _current = _current, Parts()
    assert done.parts, "checks.score() needs at least one part before it"
    show(done)
    return int(done.earned) if done.earned == int(done.earned) else done.earned


def _running_cell() -> object:
    """Something that differs from cell to cell; None outside a notebook."""
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return None
    shell = get_ipython()
    return None if shell is None else shell.execution_count
