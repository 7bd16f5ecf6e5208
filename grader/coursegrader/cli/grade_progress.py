"""How a run of `coursegrader grade` goes on, for a terminal and for a log."""

from __future__ import annotations

import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from coursegrader.batch.run import Plan, Watcher
from coursegrader.judge.results import SubmissionResult


class Progress(Watcher):
    """A line for each submission and, on a terminal, a bar with rate and remaining time."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar = Bar(
            TextColumn("grading"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(compact=True),
            TextColumn("left"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("grading", total=None, rate="")
        self._total = 0
        self._count = 0
        self._began = time.monotonic()

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def planned(self, plan: Plan) -> None:
        """Say how much there is to do."""
        self._total = len(plan.to_grade) + len(plan.to_save)
        self._began = time.monotonic()
        self._bar.update(self._task, total=self._total)
        if plan.kept:
            self._console.print(f"{len(plan.kept)} graded before and unchanged.")

    def backed_up(self, path: Path) -> None:
        """Say where the copy of the gradebook is."""
        self._console.print(f"The gradebook is backed up in {path}.", soft_wrap=True, markup=False)

    def done(self, result: SubmissionResult) -> None:
        """Show a result, and how fast it goes."""
        self._count += 1
        rate = self._count / max(time.monotonic() - self._began, 1e-3)
        self._bar.update(self._task, advance=1, rate=f"{60 * rate:.0f} a minute")
        points = f"{result.score:g}/{result.max_score:g}"
        line = f"{result.student}: {result.status}, {points}"
        if not self._console.is_terminal:
            left = (self._total - self._count) / rate
            line = f"[{self._count}/{self._total}, {left:.0f} s left] {line}"
        self._console.print(line, soft_wrap=True, markup=False)

    def stopped(self) -> None:
        """Say what the state is after an interrupt."""
        self._bar.stop()
        self._console.print(
            f"Stopped: {self._count} of {self._total} graded. The same command continues."
        )
