"""A student's own check: runs a notebook and says which questions pass."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from coursegrader import notebooks
from coursegrader.course import CourseError, find_course
from coursegrader.notebooks import TEST_SUFFIX, Notebook
from coursegrader.scoring.client import Runner, run_once
from coursegrader.scoring.outcome import NOT_RUN, Outcome
from coursegrader.scoring.rules import NO_ANSWER, Score, gives_up
from coursegrader.scoring.scorer import scored

CELL_TIMEOUT = 30.0

Run = Callable[[Sequence[str], Path, float], list[Outcome]]
"""Runs code cells in a directory, each within a time: the seam for a sandbox."""


@dataclass(frozen=True)
class Checked:
    """The result of a student's check.

    Attributes:
      scores: a score for each graded cell, by the question's grade_id.
      restored: ids of locked cells that the student had changed; the originals were used.
    """

    scores: dict[str, Score]
    restored: list[str]

    @property
    def passed(self) -> bool:
        """Whether every question that a test can grade has full marks."""
        return all(score.is_full for score in self.scores.values() if score.score is not None)


def check(path: Path, run: Run | None = None) -> Checked:
    """Run a notebook with the tests of its handout.

    Args:
      path: the student's notebook.
      run: how to run cells; a fresh process without a sandbox is the default.

    Raises:
      NotebookError: the file is no notebook, or has no graded cell.
    """
    submission = notebooks.read(path)
    original = handout_of(path, submission) or submission
    if not original.graded():
        raise notebooks.NotebookError(f"{path} has no graded cell: it is no assignment.")
    locked = {c.grade_id: c.source for c in original.cells if c.grade_id and not c.solution}
    changed = [
        cell.grade_id
        for cell in submission.cells
        if cell.grade_id in locked and locked[cell.grade_id] != cell.source
    ]
    complete = submission.with_answers(locked)
    outcomes = (run or run_here)(list(complete.code()), path.resolve().parent, CELL_TIMEOUT)
    result = scored(original, complete, outcomes)
    scores = {grade_id.removesuffix(TEST_SUFFIX): s for grade_id, s in result.scores.items()}
    for question, score in scores.items():
        # A test in parts tells of each name that is missing; one sentence says why they are.
        if score.score == 0 and gives_up(result.outcomes.get(question, NOT_RUN)):
            scores[question] = replace(score, reason=NO_ANSWER)
    return Checked(scores, [grade_id for grade_id in changed if grade_id])


def run_here(cells: Sequence[str], cwd: Path, timeout: float) -> list[Outcome]:
    """Run cells in a process of this user, with this user's rights.

    A fork can be given up when it hangs or dies; where there is none, the whole check is.
    """
    if not hasattr(os, "fork"):
        return run_once(cells, cwd=cwd, timeout=timeout)
    with Runner(()) as runner:
        return runner.run([], [cells], cwd=cwd, timeout=timeout)[0]


def handout_of(path: Path, submission: Notebook) -> Notebook | None:
    """The handout that a student's notebook came from: one of its name with cells of its ids."""
    try:
        handout = find_course(path.resolve().parent).handout(path.stem)
    except CourseError:
        return None
    if not handout.is_file():
        return None
    original = notebooks.read(handout)
    ids = {cell.grade_id for cell in submission.cells} - {None}
    return original if any(cell.grade_id in ids for cell in original.cells) else None
