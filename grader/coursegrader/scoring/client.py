"""Starts the processes that run cells, and talks to them."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from coursegrader.scoring.outcome import NOT_RUN, Outcome, Status
from coursegrader.scoring.protocol import Request

MINIGRAPH = ("numpy", "minigraph.*", "minigraph.protos:NodeDef", "coursegrader.checks.*")
TENSORFLOW = ("numpy", "tensorflow.compat.v1", "coursegrader.checks.*")
QUIET = {"TF_CPP_MIN_LOG_LEVEL": "3", "TF_ENABLE_ONEDNN_OPTS": "0", "CUDA_VISIBLE_DEVICES": ""}
"""What keeps TensorFlow's C++ code from writing to stderr, which nbgrader scores as zero."""


class RunnerError(Exception):
    """The process that runs cells could not be started or has ended."""


class Runner:
    """A process that has its modules loaded and runs cells in forks of itself.

    Use it as a context manager. It needs `os.fork`; where there is none, `run_once` still works.
    """

    def __init__(self, preload: Sequence[str] = MINIGRAPH) -> None:
        self._preload = preload
        self._resources = contextlib.ExitStack()
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
        self._resources.close()

    def run(
        self, shared: Sequence[str], branches: Sequence[Sequence[str]], *, cwd: Path, timeout: float
    ) -> list[list[Outcome]]:
        """Run shared cells once, and each branch in a fork of the state they leave.

        Returns:
          For each branch the outcomes of the shared cells followed by those of its own cells.

        Raises:
          RunnerError: the process could not be started or has ended.
        """
        request: Request = {
            "cwd": str(cwd),
            "timeout": timeout,
            "cells": list(shared),
            "branches": [list(branch) for branch in branches],
        }
        if self._process is None:
            self._process = self._start()
        first, *rest = _ask(self._process, request)
        before = _outcomes(first, len(shared))
        return [
            before + _outcomes(raw, len(branch)) for raw, branch in zip(rest, branches, strict=True)
        ]

    def _start(self) -> subprocess.Popen[str]:
        if not hasattr(os, "fork"):
            raise RunnerError("Scoring many answers needs os.fork, which this system lacks.")
        home = self._resources.enter_context(tempfile.TemporaryDirectory(prefix="runner-"))
        return _popen(list(self._preload), home)


def run_once(cells: Sequence[str], *, cwd: Path, timeout: float) -> list[Outcome]:
    """Run cells in a fresh process.

    Raises:
      RunnerError: the process could not be started or ended without an answer.
    """
    request: Request = {
        "cwd": str(cwd),
        "timeout": timeout,
        "cells": list(cells),
        "branches": [],
    }
    with tempfile.TemporaryDirectory(prefix="runner-") as home:
        process = _popen(["--once"], home)
        try:
            return _outcomes(_ask(process, request)[0], len(cells))
        finally:
            process.kill()
            process.communicate()


def _popen(arguments: list[str], home: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "-m", "coursegrader.scoring.server", *arguments]
    environment = {**os.environ, **QUIET, "IPYTHONDIR": home}
    environment.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=home,
        env=environment,
        text=True,
        encoding="utf-8",
    )


def _ask(process: subprocess.Popen[str], request: Request) -> list[list[dict[str, Any]]]:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        print(json.dumps(request), file=process.stdin, flush=True)
        answer = process.stdout.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:
        raise RunnerError("The process that runs the notebook ended before it could answer.")
    result: list[list[dict[str, Any]]] = json.loads(answer)
    return result


def _outcomes(raw: list[dict[str, Any]], expected: int) -> list[Outcome]:
    found = [_outcome(one) for one in raw]
    return found + [NOT_RUN] * (expected - len(found))


def _outcome(raw: Mapping[str, Any]) -> Outcome:
    return Outcome(tuple(raw["outputs"]), Status(raw["status"]), raw["seconds"])
