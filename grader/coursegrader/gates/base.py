"""What a gate is: a property that every assignment must have, checked one subject at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from coursegrader.course import Course
from coursegrader.generate import Files
from coursegrader.notebooks import Notebook
from coursegrader.scoring.scorer import Scorer


@dataclass(frozen=True)
class Finding:
    """One thing that a gate looked at.

    Attributes:
      subject: what was looked at, such as a stored answer or a cell.
      problem: what is wrong with it in one sentence; empty if the gate holds.
    """

    subject: str
    problem: str = ""

    @property
    def holds(self) -> bool:
        """Whether the gate holds for this subject."""
        return not self.problem

    def __str__(self) -> str:
        return f"{self.subject}: {self.problem or 'holds'}"


@dataclass(frozen=True)
class Context:
    """All that a gate may look at.

    Attributes:
      course: the course.
      assignment: the assignment's name.
      source: the instructor's notebook.
      generated: the files that nbgrader makes of the source.
      scorers: every way of scoring that must agree on the stored answers.
      tensorflow: a scorer whose runner has TensorFlow loaded; None where it is not installed.
    """

    course: Course
    assignment: str
    source: Notebook
    generated: Files
    scorers: Sequence[Scorer]
    tensorflow: Scorer | None = None

    @property
    def topic(self) -> str:
        """The assignment's name without its number."""
        return self.assignment.partition("_")[2]


@dataclass(frozen=True)
class Gate:
    """A named property.

    Attributes:
      name: one or two words.
      promise: what holds for every subject, as a sentence.
      check: looks at all subjects of an assignment.
    """

    name: str
    promise: str
    check: Callable[[Context], Iterable[Finding]]
