"""The gate on mutants: tests that a slightly wrong solution passes are too weak."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coursegrader.gates.base import Context, Finding
from coursegrader.mutants import Mutant, mutants
from coursegrader.notebooks import Question

ALLOW_LIST = "mutants.toml"
ENDLESS = 2.0
"""Seconds after which a cell of a mutant that should lose points is taken for endless."""


@dataclass(frozen=True)
class Allowed:
    """A mutant that may live.

    Attributes:
      question: the grade_id of the question.
      line: the line of the solution that is changed.
      change: the change, as the gate reports it.
      reason: why the changed solution is right as well.
    """

    question: str
    line: str
    change: str
    reason: str

    def covers(self, question: Question, mutant: Mutant) -> bool:
        """Whether this is the mutant that is allowed."""
        return (self.question, self.line, self.change) == (
            question.grade_id,
            mutant.line,
            mutant.change,
        )


def allow_list(context: Context) -> list[Allowed]:
    """The mutants of an assignment that may live, each with a reason."""
    path = context.course.answers / context.assignment / ALLOW_LIST
    if not path.is_file():
        return []
    return [Allowed(**entry) for entry in tomllib.loads(path.read_text("utf-8")).get("allow", [])]


def mutation(context: Context) -> Iterator[Finding]:
    """Every mutant of a solution loses points, but for those allowed with a reason."""
    allowed = allow_list(context)
    needed = set()
    for question in context.source.questions():
        excuses: dict[Mutant, Allowed] = {}
        others: list[Mutant] = []
        for mutant in mutants(context.source.cells[question.answer].source):
            if excuse := next((a for a in allowed if a.covers(question, mutant)), None):
                excuses[mutant] = excuse
            else:
                others.append(mutant)
        for mutant, survives in _tried(context, question, list(excuses)):
            needed |= {excuses[mutant]} if survives else set()
            yield Finding(f"{question.grade_id}: {mutant}")
        for mutant, survives in _tried(context, question, others, ENDLESS):
            problem = "it keeps full marks" if survives else ""
            yield Finding(f"{question.grade_id}: {mutant}", problem)
    for entry in allowed:
        stale = "" if entry in needed else "no such mutant lives; take it off the list"
        yield Finding(f"allowed: {entry.question}: {entry.change} in `{entry.line}`", stale)


def _tried(
    context: Context, question: Question, variants: Sequence[Mutant], timeout: float | None = None
) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant of a question's solution, and whether it has full marks."""
    submissions = [
        context.source.with_answers({question.grade_id: mutant.source}).for_question(question)
        for mutant in variants
    ]
    test = context.source.cells[question.test].grade_id or ""
    files = context.course.solutions / context.assignment
    results = context.scorers[0].score(context.source, submissions, files=files, timeout=timeout)
    for mutant, result in zip(variants, results, strict=True):
        yield mutant, result.scores[test].is_full
