"""Scorers: from a source notebook and submissions to points.

A scorer is anything with the methods of `Scorer`. This module has the one that runs the test cells
in the notebook's own process, as nbgrader's Validate and autograde do.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from coursegrader.notebooks import Notebook
from coursegrader.regions import TEXT_STUB, replace_solution
from coursegrader.scoring import rules
from coursegrader.scoring.client import Runner
from coursegrader.scoring.outcome import NOT_RUN, Outcome
from coursegrader.scoring.rules import Score

CELL_TIMEOUT = 60.0
"""Seconds that a cell may take on a busy machine too."""


@dataclass(frozen=True)
class Scored:
    """The result of one submission.

    Attributes:
      scores: a score for every graded cell of the source, by grade_id.
      outcomes: what each code cell with a grade_id left behind.
    """

    scores: Mapping[str, Score]
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """The points earned by cells that were graded automatically."""
        return sum(score.score or 0.0 for score in self.scores.values())


class Scorer(Protocol):
    """Scores submissions to one assignment."""

    @property
    def name(self) -> str:
        """What tables call this scorer."""
        ...

    @property
    def together(self) -> bool:
        """Whether stored answers to different questions go into one submission, to save time."""
        ...

    def score(
        self,
        source: Notebook,
        submissions: Sequence[Notebook],
        *,
        files: Path | None = None,
        timeout: float | None = None,
    ) -> list[Scored]:
        """Score submissions against the instructor's notebook.

        Args:
          source: the instructor's notebook; its locked cells replace those of a submission.
          submissions: notebooks of students.
          files: the directory whose data files the notebook reads.
          timeout: seconds that a cell may take, if not as many as the scorer allows.
        """
        ...


class InProcessScorer:
    """Runs each submission from top to bottom in one shell, its test cells included.

    What all submissions of a call begin with is run once; each goes on from there in a fork.

    Args:
      runner: the process that runs cells.
      share: whether to run common beginnings once. TensorFlow's threads do not survive a fork;
        without that, stored answers go together, to save time.
      timeout: seconds that a cell may take.
      name: what tables call it.
    """

    def __init__(
        self,
        runner: Runner,
        *,
        share: bool = True,
        timeout: float = CELL_TIMEOUT,
        name: str = "in-process",
    ) -> None:
        self.name = name
        self._runner = runner
        self._share = share
        self.together = not share
        self._timeout = timeout

    def score(
        self,
        source: Notebook,
        submissions: Sequence[Notebook],
        *,
        files: Path | None = None,
        timeout: float | None = None,
    ) -> list[Scored]:
        """Score submissions as nbgrader does."""
        locked = {c.grade_id: c.source for c in source.cells if c.grade_id and not c.solution}
        complete = [submission.with_answers(locked) for submission in submissions]
        programs = [list(notebook.code()) for notebook in complete]
        shared = common_prefix(programs) if self._share else 0
        if not programs:
            return []
        with scratch(files) as cwd:
            outcomes = self._runner.run(
                programs[0][:shared],
                [program[shared:] for program in programs],
                cwd=cwd,
                timeout=timeout or self._timeout,
            )
        return [scored(source, *pair) for pair in zip(complete, outcomes, strict=True)]


def scored(source: Notebook, submission: Notebook, outcomes: Sequence[Outcome]) -> Scored:
    """The scores of a submission from the outcomes of its code cells."""
    code = [cell for cell in submission.cells if cell.is_code]
    by_id = {
        cell.grade_id: outcome
        for cell, outcome in zip(code, outcomes, strict=True)
        if cell.grade_id
    }
    answers = {cell.grade_id: cell.source for cell in submission.cells if cell.is_manual}
    scores = {}
    for cell in source.graded():
        grade_id, points = cell.grade_id or "", cell.points or 0.0
        if cell.is_manual:
            answered = answers.get(cell.grade_id) != replace_solution(cell.source, TEXT_STUB)
            scores[grade_id] = (
                Score(None, points) if answered else Score(0.0, points, rules.NO_TEXT)
            )
        else:
            scores[grade_id] = rules.score(by_id.get(grade_id, NOT_RUN), points)
    return Scored(scores, by_id)


def common_prefix(programs: Sequence[Sequence[str]]) -> int:
    """How many cells all programs begin with, leaving at least one to each."""
    shortest = min((len(program) for program in programs), default=1)
    length = 0
    while length < shortest - 1 and len({program[length] for program in programs}) == 1:
        length += 1
    return length


@contextmanager
def scratch(files: Path | None) -> Iterator[Path]:
    """A directory of its own, with a copy of an assignment's data files."""
    with tempfile.TemporaryDirectory(prefix="notebook-") as directory:
        path = Path(directory)
        if files is not None:
            ignore = shutil.ignore_patterns("*.ipynb", ".ipynb_checkpoints", "__pycache__")
            shutil.copytree(files, path, dirs_exist_ok=True, ignore=ignore)
        yield path
