"""Runs the gates over assignments."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec

from coursegrader import notebooks
from coursegrader.course import Course, CourseError
from coursegrader.gates import GATES, Context, Finding, Gate
from coursegrader.generate import generate
from coursegrader.judge.scorer import JudgeScorer
from coursegrader.scoring.client import TENSORFLOW, Runner
from coursegrader.scoring.scorer import InProcessScorer, Scorer


@dataclass(frozen=True)
class Verdict:
    """What a gate found in an assignment."""

    assignment: str
    gate: Gate
    findings: Sequence[Finding]
    seconds: float

    @property
    def missed(self) -> list[Finding]:
        """The findings that have a problem."""
        return [finding for finding in self.findings if not finding.holds]

    @property
    def held(self) -> int:
        """How many findings have none."""
        return len(self.findings) - len(self.missed)


@contextmanager
def scorers(*, tensorflow: bool = True) -> Iterator[tuple[list[Scorer], Scorer | None]]:
    """Every way of scoring on minigraph, and a scorer on TensorFlow if wanted and installed.

    Their processes start when they are first used and end with the block.
    """
    with ExitStack() as stack:
        real = None
        if tensorflow and find_spec("tensorflow"):
            runner = stack.enter_context(Runner(TENSORFLOW))
            real = InProcessScorer(runner, share=False, name="tensorflow")
        in_process = InProcessScorer(stack.enter_context(Runner()))
        yield [in_process, stack.enter_context(JudgeScorer())], real


def contexts(
    course: Course,
    assignments: Sequence[str],
    scorers: Sequence[Scorer],
    tensorflow: Scorer | None = None,
) -> list[Context]:
    """What the gates look at, for each assignment.

    Args:
      course: the course.
      assignments: names of assignments.
      scorers: every way of scoring that must agree on the stored answers.
      tensorflow: a scorer on TensorFlow, if it is to be compared with.
    """
    generated = generate(course, assignments)
    return [
        Context(
            course=course,
            assignment=name,
            source=notebooks.read(course.source(name)),
            generated=generated[name],
            scorers=scorers,
            tensorflow=tensorflow,
        )
        for name in assignments
    ]


def choose(names: Sequence[str]) -> list[Gate]:
    """The gates of these names, or all of them.

    Raises:
      CourseError: there is no gate of a name.
    """
    known = [gate.name for gate in GATES]
    for name in names:
        if name not in known:
            raise CourseError(f'There is no gate "{name}". The gates are {", ".join(known)}.')
    return [gate for gate in GATES if gate.name in (names or known)]


def verify(context: Context, gates: Sequence[Gate] = GATES) -> Iterator[Verdict]:
    """The verdict of each gate on an assignment."""
    for gate in gates:
        started = time.monotonic()
        findings = list(gate.check(context))
        yield Verdict(context.assignment, gate, findings, time.monotonic() - started)
