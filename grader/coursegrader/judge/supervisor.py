"""Runs one submission to its end, whatever it does on the way.

A cell or a call that the student's process does not survive costs its own question only: the cells
are run again in fresh processes, without the cell or the call, and results that were there already
are kept.
"""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from coursegrader.judge import judge_side, student_side
from coursegrader.judge.conversation import OUT_OF_TIME, TOO_LONG, LostCall
from coursegrader.judge.namespace import Role
from coursegrader.judge.outputs import Output
from coursegrader.judge.plan import PlannedCell
from coursegrader.judge.side import Lost
from coursegrader.judge.trial import Trial
from coursegrader.judge.verdicts import Verdict
from coursegrader.sandbox.launcher import Isolation, Sandbox
from coursegrader.sandbox.limits import Limits

_log = logging.getLogger(__name__)

MAX_TRIALS = 30
NOT_REACHED = "The submission had used up its time before this cell could run."


@dataclass
class CellOutcome:
    """What became of one planned cell.

    Attributes:
        outputs: outputs in Jupyter's format.
        ok: whether it ran to its end without an exception.
        verdict: the judge's verdict on a test cell, None for other cells.
        lost: what the cell, or a call of it, did to the student's process; empty if nothing.
        spoiled: whether it passed only without cells of the student's own before it.
        observed: what the student's process was seen to try, by itself.
    """

    outputs: list[Output] = field(default_factory=list)
    ok: bool = False
    verdict: Verdict | None = None
    lost: str = ""
    spoiled: bool = False
    observed: tuple[str, ...] = ()


class Sandboxes:
    """The two preloaded sandboxes that submissions are graded in. Use it as a context manager.

    Args:
        isolation: "bubblewrap", or "process" where that is accepted.

    Raises:
        SandboxUnavailable: this machine cannot isolate as asked.
    """

    def __init__(self, isolation: Isolation = "bubblewrap") -> None:
        self.student = Sandbox(f"{student_side.__name__}:serve", isolation)
        try:
            self.judge = Sandbox(f"{judge_side.__name__}:serve", isolation)
        except BaseException:
            self.student.close()
            raise

    @property
    def disturbances(self) -> int:
        """How many processes were ended by something that has nothing to do with submissions."""
        return self.student.disturbances + self.judge.disturbances

    def close(self) -> None:
        """End both and every process in them."""
        self.student.close()
        self.judge.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Supervisor:
    """Runs submissions one after the other.

    Args:
        sandboxes: where to run them.
        limits: what each submission may use.
        show_hidden: whether messages of hidden tests are meant for students; kept under this name.
    """

    def __init__(
        self, sandboxes: Sandboxes, limits: Limits | None = None, *, show_hidden: bool = False
    ) -> None:
        self._sandboxes = sandboxes
        self._limits = limits or Limits()
        self.show_hidden = show_hidden

    def deadline(self) -> float:
        """When a submission that begins now has used up its time, as of time.monotonic()."""
        return time.monotonic() + self._limits.submission_seconds

    def run(
        self,
        cells: Sequence[PlannedCell],
        files: Mapping[str, bytes] | None = None,
        deadline: float | None = None,
    ) -> list[CellOutcome]:
        """Run the cells of one submission; returns an outcome for each.

        Args:
            cells: the planned cells.
            files: files of the assignment, by path in the working folder.
            deadline: when the submission has used up its time, if it began earlier.
        """
        run = _Run(cells, self.deadline() if deadline is None else deadline)
        for _ in range(MAX_TRIALS):
            if run.is_complete or time.monotonic() >= run.deadline:
                break
            with self._trial(run.deadline) as trial:
                run.go_through(trial, files or {})
        return run.outcomes()

    def _trial(self, deadline: float) -> Trial:
        both = self._sandboxes
        return Trial(both.student, both.judge, self._limits, deadline, self.show_hidden)


class _Run:
    """What is known about one submission from the trials so far."""

    def __init__(self, cells: Sequence[PlannedCell], deadline: float) -> None:
        self._cells = cells
        self.deadline = deadline
        self._outcomes: dict[int, CellOutcome] = {}
        self._skipped: set[int] = set()
        self._lost_calls: dict[int, LostCall] = {}

    @property
    def is_complete(self) -> bool:
        """Whether every cell has an outcome."""
        return len(self._outcomes) == len(self._cells)

    def outcomes(self) -> list[CellOutcome]:
        """An outcome for every cell, in order."""
        return [
            self._outcomes.get(index) or _not_reached(cell)
            for index, cell in enumerate(self._cells)
        ]

    def go_through(self, trial: Trial, files: Mapping[str, bytes]) -> None:
        """Run the cells in order until one is lost."""
        try:
            trial.put_files(files)
        except Lost:
            return
        for index, cell in enumerate(self._cells):
            if index not in self._skipped:
                step = self._run_test if cell.role is Role.TEST else self._run_cell
                if not step(trial, index, cell):
                    return
        self._look_at_the_last_test(trial)

    def _look_at_the_last_test(self, trial: Trial) -> None:
        """Ask what was observed since the last cell of the student's."""
        observed = trial.run_cell(PlannedCell(Role.STUDENT, "")).observed
        last = len(self._cells) - 1
        if observed and last in self._outcomes:
            self._outcomes[last].observed += observed

    def _run_cell(self, trial: Trial, index: int, cell: PlannedCell) -> bool:
        result = trial.run_cell(cell)
        self._outcomes.setdefault(
            index,
            CellOutcome(result.outputs, ok=result.ok, lost=result.lost, observed=result.observed),
        )
        if result.lost:
            self._skipped.add(index)
            return False
        if cell.role is Role.SETUP:
            try:
                trial.run_setup(cell)
            except Lost:
                self._skipped.add(index)
                return False
        return True

    def _run_test(self, trial: Trial, index: int, cell: PlannedCell) -> bool:
        known = self._lost_calls.get(index)
        try:
            result = trial.run_test(cell, known)
        except Lost as loss:
            _log.warning("%s: the judge's process %s\n%s", cell.grade_id, loss, trial.judge_said())
            self._skipped.add(index)
            verdict = Verdict(ok=False, reason=_about_judge(str(loss)), error="NotExamined")
            self._outcomes.setdefault(index, CellOutcome(verdict=verdict, lost=str(loss)))
            return False
        lost = result.lost.reason if result.lost else ""
        verdict = result.verdict
        self._outcomes.setdefault(
            index,
            CellOutcome(
                result.outputs,
                ok=verdict.ok,
                verdict=verdict,
                lost=lost,
                observed=verdict.observed,
            ),
        )
        if result.lost is not None and result.lost != known:
            self._lost_calls[index] = result.lost
            return False
        return True


def _about_judge(loss: str) -> str:
    """Why there is no verdict, for the student."""
    if loss.startswith((TOO_LONG, OUT_OF_TIME)):
        return f"Your answer {loss}."
    return f"The grader {loss} when it examined your answer."


def _not_reached(cell: PlannedCell) -> CellOutcome:
    verdict = Verdict(ok=False, reason=NOT_REACHED) if cell.role is Role.TEST else None
    return CellOutcome(verdict=verdict, lost=NOT_REACHED)
