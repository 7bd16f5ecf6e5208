"""Scores stored answers as `coursegrader grade` scores submissions: for the gates."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from coursegrader.judge.assignment import data_files
from coursegrader.judge.grade import score_cells
from coursegrader.judge.restore import restore
from coursegrader.judge.submission import Submission, SubmittedCell
from coursegrader.judge.supervisor import Sandboxes, Supervisor
from coursegrader.notebooks import Notebook
from coursegrader.regions import CODE_STUB, TEXT_STUB
from coursegrader.sandbox.bubblewrap import SandboxUnavailable
from coursegrader.sandbox.limits import Limits
from coursegrader.scoring.rules import Score
from coursegrader.scoring.scorer import Scored


class JudgeScorer:
    """Runs each submission in the sandboxes and judges it there. Use it as a context manager.

    It is a `coursegrader.scoring.scorer.Scorer`, and for answers of the instructor's own: where
    nothing can be sandboxed, it makes do with separate processes, and messages of hidden tests are
    part of the reasons.
    """

    name = "judge"
    together = True
    _limits = Limits(cell_seconds=90, call_seconds=30)  # on a busy machine too

    def __init__(self) -> None:
        self._sandboxes: Sandboxes | None = None

    def close(self) -> None:
        """End the sandboxes."""
        if self._sandboxes is not None:
            self._sandboxes.close()
            self._sandboxes = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

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
            source: the instructor's notebook.
            submissions: notebooks of students.
            files: the directory whose data files the notebook reads.
            timeout: seconds that a cell, or a call, may take; else as much as a busy machine needs.
        """
        data = dict(data_files(files)) if files is not None else {}
        if self._sandboxes is None:
            self._sandboxes = _open_sandboxes()
        limits = self._limits
        if timeout is not None:
            limits = replace(limits, cell_seconds=timeout, call_seconds=timeout)
        supervisor = Supervisor(self._sandboxes, limits, show_hidden=True)
        return [_score(source, submission, data, supervisor) for submission in submissions]


def _open_sandboxes() -> Sandboxes:
    try:
        return Sandboxes()
    except SandboxUnavailable:
        return Sandboxes("process")


def _score(
    source: Notebook, submission: Notebook, data: Mapping[str, bytes], supervisor: Supervisor
) -> Scored:
    cells = [SubmittedCell(cell.kind, cell.source, cell.grade_id) for cell in submission.cells]
    restored = restore(source, Submission(tuple(cells)), code_stub=CODE_STUB, text_stub=TEXT_STUB)
    questions, _ = score_cells(source, restored, supervisor, data)
    return Scored(
        {
            grade_id: Score(question.score, question.max_score, question.reason)
            for grade_id, question in questions.items()
        }
    )
