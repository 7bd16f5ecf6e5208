"""Runs jobs on one backend, in forked children of a process that has the backend loaded.

    python -m runtime.tests.parity.worker BACKEND SECONDS < jobs.jsonl > outcomes.jsonl

Input: one JSON job a line. Output: one JSON object a line: id, outcome; in the order in which the
jobs end. SECONDS is what a job may take. A job has a process of its own, or shares it with the jobs
of the same `batch`.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import selectors
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from . import environment, graph_exchange, op_definitions, op_samples
from .encode import Outcome
from .environment import Backend, Job

RUNNERS: dict[str, Callable[[Backend, Job], Outcome]] = {
    "snippet": environment.run_snippet,
    "case": environment.run_case,
    "program": environment.run_program,
    "op": op_samples.run_op_sample,
    "op_definition": op_definitions.run_op_definition,
    "graph_write": graph_exchange.run_graph_write,
    "graph_read": graph_exchange.run_graph_read,
}


class Child:
    """A forked process that runs jobs one after the other and writes a line for each."""

    def __init__(self, backend: Backend, jobs: list[Job]) -> None:
        self.jobs = jobs
        self.heard = time.monotonic()
        self._data = b""
        self.output, write_end = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self.output)
            _run_in_child(backend, jobs, write_end)
        os.close(write_end)

    def read(self) -> tuple[list[Outcome], bool]:
        """The outcomes that have come since, and whether the process is at its end."""
        data = os.read(self.output, 1 << 16)
        self.heard = time.monotonic()
        *lines, self._data = (self._data + data).split(b"\n")
        return [json.loads(line) for line in lines], not data

    def end(self) -> int:
        """Waits for the process; its exit status."""
        os.close(self.output)
        return os.waitpid(self._pid, 0)[1]

    def kill(self) -> None:
        """Ends a process that has taken too long."""
        os.kill(self._pid, signal.SIGKILL)
        self.end()


def run_all(
    backend: Backend, jobs: Iterable[Job], at_once: int, timeout: float
) -> Iterator[tuple[Job, Outcome]]:
    """Yields (job, outcome) as the jobs end, `at_once` processes running side by side.

    When a process dies, the job it was at has the outcome "crash" or "timeout", and those after it
    get a new process.
    """
    waiting = deque(batches(jobs))
    running = selectors.DefaultSelector()
    while waiting or running.get_map():
        while waiting and len(running.get_map()) < at_once:
            child = Child(backend, waiting.popleft())
            running.register(child.output, selectors.EVENT_READ, child)
        for key, _ in running.select(timeout=0.5):
            child = key.data
            outcomes, at_end = child.read()
            for outcome in outcomes:
                yield child.jobs.pop(0), outcome
            if at_end:
                running.unregister(key.fd)
                status = child.end()
                yield from _failed(child, {"kind": "crash", "status": status}, waiting)
        for key in list(running.get_map().values()):
            if time.monotonic() - key.data.heard > timeout:
                running.unregister(key.fd)
                key.data.kill()
                yield from _failed(key.data, {"kind": "timeout"}, waiting)


def batches(jobs: Iterable[Job]) -> list[list[Job]]:
    """Jobs that may share a process, in the order of their first."""
    groups: dict[str, list[Job]] = {}
    for job in jobs:
        groups.setdefault(job.get("batch", job["id"]), []).append(job)
    return list(groups.values())


def _failed(
    child: Child, outcome: Outcome, waiting: deque[list[Job]]
) -> Iterator[tuple[Job, Outcome]]:
    if child.jobs:
        yield child.jobs[0], outcome
        if rest := child.jobs[1:]:
            waiting.append(rest)


def _run_in_child(backend: Backend, jobs: list[Job], write_end: int) -> None:
    """Never returns: threads that a job leaves behind end with the process."""
    with contextlib.suppress(BrokenPipeError), os.fdopen(write_end, "wb") as pipe:
        stderr = _captured_output()
        for job in jobs:
            try:
                outcome = RUNNERS[job["kind"]](backend, job)
            except BaseException:
                outcome = {"kind": "crash", "traceback": traceback.format_exc()}
            if (text := _taken_text(stderr)) and backend.name != "tensorflow":
                outcome["stderr"] = text
            pipe.write(json.dumps(outcome).encode() + b"\n")
            pipe.flush()
    os._exit(0)


def _captured_output() -> BinaryIO:
    """Sends standard output away and standard error into the file that is returned."""
    stderr = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(stderr.fileno(), 2)
    return stderr


def _taken_text(file: BinaryIO) -> str:
    """What has been written to `file`, which is empty afterwards."""
    sys.stderr.flush()
    file.seek(0)
    text = file.read()
    file.seek(0)
    file.truncate()
    return text.decode(errors="replace")


def main(backend_name: str, timeout: float) -> None:
    """Reads jobs from stdin, writes outcomes to stdout."""
    jobs = [json.loads(line) for line in sys.stdin]
    scratch = tempfile.tempdir = tempfile.mkdtemp(prefix="parity-")
    os.chdir(scratch)  # snippets that save to a relative path leave nothing in the repository
    try:
        backend = Backend(backend_name)
        gc.collect()
        gc.freeze()
        at_once = (os.cpu_count() or 1) + 1
        for job, outcome in run_all(backend, jobs, at_once, timeout):
            print(json.dumps({"id": job["id"], "outcome": outcome}), flush=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
