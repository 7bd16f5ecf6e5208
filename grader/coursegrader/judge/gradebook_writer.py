"""The grader's end of the process that writes nbgrader's gradebook."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

from coursegrader.judge.layout import Layout

_ATTEMPTS = 4


class GradebookError(Exception):
    """The gradebook cannot be written; the message says why."""


class _Ended(Exception):
    """The process has ended."""


class GradebookWriter:
    """The process that writes the gradebook, and is replaced when it is lost. Use it as a context
    manager.

    Args:
        layout: the course.
        assignment: the assignment's name.
    """

    def __init__(self, layout: Layout, assignment: str) -> None:
        self._command = [
            *(sys.executable, "-P", "-m", "coursegrader.lean", "coursegrader.judge.gradebook"),
            *(str(layout.root), assignment),
        ]
        self._is_ready = False
        self._process = self._start()

    def write(self, message: dict[str, Any]) -> str:
        """Write one graded submission, as `judge.gradebook` wants it.

        Returns:
            What went wrong, empty if nothing did.

        Raises:
            GradebookError: the gradebook does not take the assignment, or the process ends
                whenever it is started.
        """
        for _ in range(_ATTEMPTS):
            try:
                if not self._is_ready:
                    if error := self._reply():
                        raise GradebookError(f"The gradebook does not take the assignment: {error}")
                    self._is_ready = True
                return self._ask(message)
            except _Ended:
                self._end()
                self._is_ready = False
                self._process = self._start()
        raise GradebookError("The process that writes the gradebook ended again and again.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PATH": path_with_programs()},
            start_new_session=True,  # an interrupt at the terminal is for the grader alone
        )

    def _end(self) -> None:
        """Let the process finish what it is writing."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()
        self._process.wait()

    def _ask(self, message: dict[str, Any]) -> str:
        assert self._process.stdin is not None
        try:
            print(json.dumps(message), file=self._process.stdin, flush=True)
        except BrokenPipeError:
            raise _Ended from None
        return self._reply()

    def _reply(self) -> str:
        """The reply to the last message: what went wrong, empty if nothing did."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            raise _Ended
        return str(json.loads(line).get("error", ""))


def path_with_programs() -> str:
    """The search path with the environment's programs first: nbgrader looks for alembic there."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
