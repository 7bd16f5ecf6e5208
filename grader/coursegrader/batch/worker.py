"""Grades units, one after the other, in a process of its own.

    python -m coursegrader.batch.worker

It reads a frame with the terms and then a frame for each unit from standard input. It answers
the terms with an empty frame, or a sentence if it cannot work, and each unit with its record. A
frame is its length in four bytes, then that many bytes. It ends when its input does, so it never
outlives for long whoever started it.
"""

from __future__ import annotations

import logging
import os
import struct
import sys
import tempfile
import time
from pathlib import Path
from typing import IO

from coursegrader.batch.packing import unpack
from coursegrader.batch.unit import Record, Terms, Unit
from coursegrader.judge.grade import Graded, grade_submission
from coursegrader.judge.results import QuestionResult, Status, SubmissionResult
from coursegrader.judge.submission import Unreadable, read_regular_file
from coursegrader.judge.supervisor import Sandboxes, Supervisor
from coursegrader.sandbox.bubblewrap import SandboxUnavailable

_log = logging.getLogger(__name__)
_ATTEMPTS = 4
_TIMESTAMP = "timestamp.txt"
_LENGTH = struct.Struct(">I")
GRADER_FAILED = "The grader failed on this submission; its log says why."


class UnitGrader:
    """Grades units under the same terms. Use it as a context manager.

    Raises:
        SandboxUnavailable: this machine cannot isolate as asked.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._sandboxes = Sandboxes(terms.isolation)
        self._supervisor = Supervisor(self._sandboxes, terms.limits, show_hidden=terms.show_hidden)

    def __enter__(self) -> UnitGrader:
        return self

    def __exit__(self, *_: object) -> None:
        self._sandboxes.close()

    def grade(self, unit: Unit) -> Record:
        """Grade a unit; an error of the grader's own is a result too."""
        started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="coursegrader-") as scratch:
            folder = Path(scratch, unit.student, self._terms.assignment.name)
            folder.parent.mkdir()
            unpack(unit.folder, folder)
            graded, runs = self._until_settled(unit.student, folder)
            files = tuple(str(path.relative_to(folder)) for path in graded.files) if graded else ()
            timestamp = _timestamp(folder)
        seconds = round(time.monotonic() - started, 3)
        if graded is None:
            result = failed_result(unit.student, self._terms, GRADER_FAILED)
            return Record(result, {}, (), timestamp, seconds, runs, is_final=False)
        return Record(graded.result, dict(graded.notebooks), files, timestamp, seconds, runs)

    def _until_settled(self, student: str, folder: Path) -> tuple[Graded | None, int]:
        """Grade until nothing disturbed it, or a disturbed result came twice.

        Returns:
            The result, None if the grader failed each time; and how many runs it took.

        A process of the student's that was killed by something outside loses points that its code
        may deserve. If the code is the cause after all, the same happens again.
        """
        seen: list[Graded] = []
        for runs in range(1, _ATTEMPTS + 1):
            before = self._sandboxes.disturbances
            try:
                graded = grade_submission(student, folder, self._terms.assignment, self._supervisor)
            except Exception:
                _log.exception("grading the submission of %s failed", student)
                continue
            undisturbed = self._sandboxes.disturbances == before
            if undisturbed or any(graded.result == other.result for other in seen):
                return graded, runs
            seen.append(graded)
        return max(seen, key=lambda graded: graded.result.score, default=None), _ATTEMPTS


def failed_result(student: str, terms: Terms, reason: str) -> SubmissionResult:
    """The result of a submission that could not be graded, with every question open."""
    questions = {
        cell.grade_id: QuestionResult(None, cell.points, reason)
        for notebook in terms.assignment.notebooks
        for cell in notebook.cells
        if cell.grade_id and cell.points is not None
    }
    return SubmissionResult(student, Status.FAILED, questions, reason)


def _timestamp(folder: Path) -> str:
    """What nbgrader's collector wrote about the time of a submission, empty if nothing."""
    try:
        return read_regular_file(folder / _TIMESTAMP, 1000).decode("utf-8", "replace")
    except Unreadable:
        return ""


def write_frame(stream: IO[bytes], data: bytes) -> None:
    """Write a frame; raises OSError if nobody reads any more."""
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next frame; None at the end, also if that cuts a frame short."""
    header = stream.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(header)
    data = stream.read(length)
    return data if len(data) == length else None


def main() -> None:
    """Serve until standard input ends."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = sys.stdin.buffer
    terms = read_frame(requests)
    if terms is None:
        return
    try:
        grader = UnitGrader(Terms.from_bytes(terms))
    except SandboxUnavailable as error:
        write_frame(replies, str(error).encode())
        return
    with grader:
        write_frame(replies, b"")
        while (unit := read_frame(requests)) is not None:
            write_frame(replies, grader.grade(Unit.from_bytes(unit)).to_bytes())


if __name__ == "__main__":
    main()
