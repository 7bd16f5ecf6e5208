"""Grades a class: plans what is to be done, has it done, and writes it into the gradebook.

A unit is done when its record is kept and in the gradebook. Whatever is killed, and whenever, what
was done stays done, and the next run does the rest.
"""

from __future__ import annotations

import math
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from coursegrader.batch import gradebook_file
from coursegrader.batch.packing import pack
from coursegrader.batch.pool import Graded, LocalPool, Pool
from coursegrader.batch.store import Store
from coursegrader.batch.unit import Record, Terms, Unit, digest
from coursegrader.batch.worker import failed_result
from coursegrader.judge.assignment import load_assignment
from coursegrader.judge.gradebook_writer import GradebookWriter
from coursegrader.judge.layout import Layout, LayoutError
from coursegrader.judge.results import Status, SubmissionResult
from coursegrader.locks import Locked, lock
from coursegrader.sandbox.launcher import Isolation
from coursegrader.sandbox.limits import Limits

_SPARE_SECONDS = 120.0


class BusyError(Exception):
    """The assignment is being graded already; the message says by whom."""


@dataclass(frozen=True)
class Plan:
    """What a run has to do.

    Attributes:
        kept: results that are in the gradebook already.
        to_save: digests of records that only the gradebook lacks, by student.
        to_grade: folders of submissions to grade, by student.
    """

    kept: dict[str, SubmissionResult]
    to_save: dict[str, str]
    to_grade: dict[str, Path]


class Watcher:
    """Is told how a run goes on; each method does nothing."""

    def planned(self, plan: Plan) -> None:
        """Before anything is done."""

    def backed_up(self, path: Path) -> None:
        """The gradebook was copied."""

    def done(self, result: SubmissionResult) -> None:
        """A submission is graded, and its grade saved."""


def grade_class(
    layout: Layout,
    name: str,
    *,
    isolation: Isolation | None = None,
    limits: Limits | None = None,
    students: Sequence[str] | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    again: bool = False,
    wait: bool = False,
    watcher: Watcher | None = None,
) -> list[SubmissionResult]:
    """Grade the submissions of an assignment that are not graded yet, into the gradebook.

    Args:
        layout: the course.
        name: the assignment.
        isolation: "bubblewrap" or "process"; what the course says if None.
        limits: what each submission may use.
        students: whom to grade; everyone who handed in if None.
        jobs: how many submissions at a time; one for each processor if None.
        scheduler: the address of a Dask scheduler whose workers grade; this machine if None.
        again: whether to grade also what is graded already.
        wait: whether to wait for another process that grades the assignment.
        watcher: is told how it goes on.

    Returns:
        The results of all submissions asked for, also of those that were graded before.

    Raises:
        LayoutError: there is no such assignment, or no submission of a student who is named.
        SandboxUnavailable: a worker cannot isolate as asked.
        GradebookError: the gradebook does not take the assignment.
        PoolError: the cluster cannot be used.
        BusyError: another process grades the assignment, and we do not wait.
    """
    terms = Terms(
        load_assignment(layout, name),
        isolation or layout.isolation,
        layout.show_hidden,
        limits or Limits(),
    )
    folders = dict(layout.submissions(name))
    for student in students or ():
        if student not in folders:
            raise LayoutError(f"{student} has handed in nothing for {name}.")
    wanted = {s: folder for s, folder in folders.items() if students is None or s in students}
    store = Store(layout.state / name)
    try:
        with lock(store.root / "run.lock", wait=wait):
            run = _Run(layout, terms, store, watcher or Watcher())
            return run.run(wanted, again, lambda count: _pool(run, jobs, scheduler, count))
    except Locked as holder:
        raise BusyError(f"{name} is being graded already, by process {holder}.") from None


def _pool(run: _Run, jobs: int | None, scheduler: str | None, count: int) -> Pool:
    """Where `count` submissions are graded."""
    seconds = 2 * run.terms.limits.submission_seconds + _SPARE_SECONDS
    if scheduler is not None:
        from coursegrader.batch.cluster import ClusterPool

        return ClusterPool(scheduler, run.terms_as_bytes, seconds)
    return LocalPool(
        run.terms_as_bytes, min(jobs or processors(), count), run.store.scratch, seconds
    )


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Run:
    """One run over the submissions of an assignment."""

    def __init__(self, layout: Layout, terms: Terms, store: Store, watcher: Watcher) -> None:
        self.terms = terms
        self.terms_as_bytes = terms.to_bytes()
        self.store = store
        self._layout = layout
        self._watcher = watcher
        self._results: dict[str, SubmissionResult] = {}

    def run(
        self, folders: dict[str, Path], again: bool, make_pool: Callable[[int], Pool]
    ) -> list[SubmissionResult]:
        """Do what is to be done; returns all results in the order of the folders."""
        self.store.clear_scratch()
        plan = self._plan(folders, again)
        self._results |= plan.kept
        self._watcher.planned(plan)
        if plan.to_save or plan.to_grade:
            if backup := gradebook_file.back_up(self._layout):
                self._watcher.backed_up(backup)
            with GradebookWriter(self._layout, self.terms.assignment.name) as writer:
                pool = make_pool(len(plan.to_grade)) if plan.to_grade else None
                try:
                    for student, found in plan.to_save.items():
                        if record := self.store.load(student, found):
                            self._finish(writer, folders[student], found, record)
                    if pool is not None:
                        self._grade(pool, writer, plan.to_grade)
                finally:
                    if pool is not None:
                        pool.close()
        return [self._results[student] for student in folders if student in self._results]

    def _plan(self, folders: dict[str, Path], again: bool) -> Plan:
        plan = Plan({}, {}, {})
        written = gradebook_file.scores(self._layout, self.terms.assignment.name)
        for student, folder in folders.items():
            found = digest(self.terms_as_bytes, Unit(student, pack(folder)).to_bytes())
            record = None if again else self.store.load(student, found)
            if record is None or not record.is_final:
                plan.to_grade[student] = folder
            elif self._is_done(student, found, record, written):
                plan.kept[student] = record.result
            else:
                plan.to_save[student] = found
        return plan

    def _is_done(
        self, student: str, found: str, record: Record, written: gradebook_file.Scores | None
    ) -> bool:
        """Whether a record is in the gradebook, and the gradebook still says the same."""
        if not self.store.is_saved(student, found):
            return False
        if written is None:
            return True
        name = self.terms.assignment.name
        folder = self._layout.folder(self._layout.autograded, student, name)
        return folder.is_dir() and _agree(record, written.get(student, {}))

    def _grade(self, pool: Pool, writer: GradebookWriter, folders: dict[str, Path]) -> None:
        waiting = deque(folders.items())
        in_flight: dict[str, str] = {}
        while waiting or in_flight:
            while waiting and len(in_flight) < pool.capacity:
                student, folder = waiting.popleft()
                unit = Unit(student, pack(folder)).to_bytes()
                in_flight[student] = digest(self.terms_as_bytes, unit)
                self.store.note("begun", student, in_flight[student])
                pool.submit(student, unit)
            graded = pool.take()
            self._keep(writer, graded, folders[graded.student], in_flight.pop(graded.student))

    def _keep(self, writer: GradebookWriter, graded: Graded, folder: Path, found: str) -> None:
        """Keep what came back for a unit, then put it into the gradebook."""
        if graded.record is None:
            result = failed_result(graded.student, self.terms, graded.problem)
            record = Record(result, is_final=False)
            self.store.save(graded.student, found, record.to_bytes())
        else:
            record = Record.from_bytes(graded.record)
            self.store.save(graded.student, found, graded.record)
        self.store.note("graded", graded.student, found, lost=graded.lost, runs=record.runs)
        self._finish(writer, folder, found, record)

    def _finish(self, writer: GradebookWriter, folder: Path, found: str, record: Record) -> None:
        result = record.result
        error = writer.write(_for_gradebook(record, folder))
        if error:
            reason = f"{result.reason} It could not be saved in the gradebook: {error}".strip()
            result = replace(result, status=Status.FAILED, reason=reason)
        else:
            self.store.mark_saved(result.student, found)
            self.store.note("saved", result.student, found)
        self._results[result.student] = result
        self._watcher.done(result)


def _for_gradebook(record: Record, folder: Path) -> dict[str, Any]:
    """The message for the process that writes the gradebook."""
    return {
        "student": record.result.student,
        "timestamp": record.timestamp,
        "handed_in": folder.lstat().st_mtime if folder.exists() else time.time(),
        "notebooks": record.notebooks,
        "files": [[str(folder / path), path] for path in record.files],
    }


def _agree(record: Record, written: dict[str, float | None]) -> bool:
    """Whether the gradebook has the points of a record."""
    names = list(record.notebooks)
    for grade_id, question in record.result.questions.items():
        key = grade_id if len(names) > 1 else f"{names[0]}/{grade_id}"
        there, here = written.get(key, math.nan), question.score
        if there is None or here is None:
            if there is not here:
                return False
        elif not math.isclose(there, here):
            return False
    return True
