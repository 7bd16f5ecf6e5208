"""Grades a whole class, one submission after the other, into nbgrader's gradebook."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from coursegrader.judge.assignment import Assignment, load_assignment
from coursegrader.judge.grade import Graded, grade_submission
from coursegrader.judge.layout import Layout
from coursegrader.judge.results import QuestionResult, Status, SubmissionResult
from coursegrader.judge.submission import Unreadable, read_regular_file
from coursegrader.judge.supervisor import Sandboxes, Supervisor
from coursegrader.sandbox.launcher import Isolation
from coursegrader.sandbox.limits import Limits

_log = logging.getLogger(__name__)
_TIMESTAMP = "timestamp.txt"


class GradebookError(Exception):
    """The gradebook cannot be written; the message says why."""


class GradebookWriter:
    """The process that writes the gradebook. Use it as a context manager.

    Raises:
        GradebookError: the process cannot be started.
    """

    def __init__(self, layout: Layout, assignment: str) -> None:
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-P", "-m", "coursegrader.judge.gradebook"),
                *(str(layout.root), assignment),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PATH": path_with_programs()},
        )
        self._is_ready = False

    def write(self, graded: Graded, folder: Path) -> SubmissionResult:
        """Write one submission; the result is a failed one if that does not work.

        Raises:
            GradebookError: the gradebook does not take the assignment, or the process has ended.
        """
        if not self._is_ready:
            if error := self._error():
                raise GradebookError(f"The gradebook does not take the assignment: {error}")
            self._is_ready = True
        message: dict[str, Any] = {
            "student": graded.result.student,
            "timestamp": _timestamp(folder),
            "handed_in": folder.lstat().st_mtime,
            "notebooks": graded.notebooks,
            "files": [[str(path), str(path.relative_to(folder))] for path in graded.files],
        }
        assert self._process.stdin is not None
        try:
            print(json.dumps(message), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise GradebookError("The process that writes the gradebook has ended.") from None
        error = self._error()
        if not error:
            return graded.result
        reason = f"{graded.result.reason} It could not be saved in the gradebook: {error}".strip()
        return replace(graded.result, status=Status.FAILED, reason=reason)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()

    def _error(self) -> str:
        """The reply to the last message: what went wrong, empty if nothing did."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise GradebookError("The process that writes the gradebook has ended.")
        return str(json.loads(line).get("error", ""))


def grade_class(
    layout: Layout,
    name: str,
    *,
    isolation: Isolation | None = None,
    limits: Limits | None = None,
    students: Sequence[str] | None = None,
    on_result: Callable[[SubmissionResult], None] | None = None,
) -> list[SubmissionResult]:
    """Grade all submissions of an assignment and write them into the gradebook.

    Args:
        layout: the course.
        name: the assignment.
        isolation: "bubblewrap" or "process"; what the course says if None.
        limits: what each submission may use.
        students: whom to grade; everyone who handed in if None.
        on_result: called with each result as it comes.

    Raises:
        LayoutError: there is no such assignment.
        SandboxUnavailable: this machine cannot isolate as asked.
        GradebookError: the gradebook does not take the assignment.
    """
    assignment = load_assignment(layout, name)
    wanted = [
        (student, folder)
        for student, folder in layout.submissions(name)
        if students is None or student in students
    ]
    results = []
    isolation = isolation or layout.isolation
    with GradebookWriter(layout, name) as writer, Sandboxes(isolation) as sandboxes:
        supervisor = Supervisor(sandboxes, limits, show_hidden=layout.show_hidden)
        for student, folder in wanted:
            graded = grade_safely(student, folder, assignment, supervisor)
            result = writer.write(graded, folder)
            results.append(result)
            if on_result is not None:
                on_result(result)
    return results


def grade_safely(
    student: str, folder: Path, assignment: Assignment, supervisor: Supervisor
) -> Graded:
    """Grade a submission; an error of the grader's own is a result too."""
    try:
        return grade_submission(student, folder, assignment, supervisor)
    except Exception:
        _log.exception("grading the submission of %s failed", student)
        reason = "The grader failed on this submission; its log says why."
        questions = {
            cell.grade_id: QuestionResult(None, cell.points, reason)
            for notebook in assignment.notebooks
            for cell in notebook.cells
            if cell.grade_id and cell.points is not None
        }
        return Graded(SubmissionResult(student, Status.FAILED, questions, reason), {})


def path_with_programs() -> str:
    """The search path with the environment's programs first: nbgrader looks for alembic there."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def _timestamp(folder: Path) -> str:
    """What nbgrader's collector wrote about the time of a submission, empty if nothing."""
    try:
        return read_regular_file(folder / _TIMESTAMP, 1000).decode("utf-8", "replace")
    except Unreadable:
        return ""
