"""Scores stored answers as `coursegrader grade` scores submissions: for the gates."""

from collections.abc import Mapping, Sequence
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
from coursegrader.sandbox.launcher import Isolation
from coursegrader.sandbox.limits import Limits
from coursegrader.scoring.rules import Score
from coursegrader.scoring.scorer import Scored


class JudgeScorer:
    """Runs each submission in the sandboxes and judges it there. Use it as a context manager.

    It is a `coursegrader.scoring.scorer.Scorer`.

    Args:
        limits: what each submission may use.
        isolation: "bubblewrap", or "process" where that is accepted.
        show_hidden: whether messages of hidden tests are part of the reasons.

    Raises:
        SandboxUnavailable: this machine cannot isolate as asked.
    """

    name = "judge"

    def __init__(
        self,
        limits: Limits | None = None,
        isolation: Isolation = "bubblewrap",
        *,
        show_hidden: bool = True,
    ) -> None:
        self._sandboxes = Sandboxes(isolation)
        self._supervisor = Supervisor(self._sandboxes, limits, show_hidden=show_hidden)

    def close(self) -> None:
        """End the sandboxes."""
        self._sandboxes.close()

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
        self, source: Notebook, submissions: Sequence[Notebook], *, files: Path | None = None
    ) -> list[Scored]:
        """Score submissions against the instructor's notebook.

        Args:
            source: the instructor's notebook.
            submissions: notebooks of students.
            files: the directory whose data files the notebook reads.
        """
        data = dict(data_files(files)) if files is not None else {}
        return [self._score(source, submission, data) for submission in submissions]

    def _score(self, source: Notebook, submission: Notebook, data: Mapping[str, bytes]) -> Scored:
        cells = [SubmittedCell(cell.kind, cell.source, cell.grade_id) for cell in submission.cells]
        restored = restore(
            source, Submission(tuple(cells)), code_stub=CODE_STUB, text_stub=TEXT_STUB
        )
        questions, _ = score_cells(source, restored, self._supervisor, data)
        return Scored(
            {
                grade_id: Score(question.score, question.max_score, question.reason)
                for grade_id, question in questions.items()
            }
        )
