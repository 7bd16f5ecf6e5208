"""Runs jobs on one backend, each in a forked child of a process that has the backend loaded.

    python -m runtime.tests.parity.worker BACKEND < jobs.jsonl > outcomes.jsonl

Input: one JSON job a line. Output: one JSON object a line: id, outcome, seconds; in the order in
which the jobs end.
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
from typing import Any, BinaryIO

from . import environment, op_definitions, op_samples
from .encode import Outcome
from .environment import Backend, Job

TIMEOUT = 30.0

RUNNERS: dict[str, Callable[[Backend, Job], Outcome]] = {
    "snippet": environment.run_snippet,
    "case": environment.run_case,
    "op": op_samples.run_op_sample,
    "op_definition": op_definitions.run_op_definition,
}


class Child:
    """A forked process that runs one job and writes its outcome into a pipe."""

    def __init__(self, backend: Backend, job: Job) -> None:
        self.job = job
        self.started = time.monotonic()
        self.data = bytearray()
        self.output, write_end = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.output)
            _run_in_child(backend, job, write_end)
        os.close(write_end)

    def outcome(self) -> Outcome:
        """The outcome, once the pipe is at its end."""
        os.close(self.output)
        _, status = os.waitpid(self.pid, 0)
        if self.data:
            return json.loads(self.data)
        return {"kind": "crash", "status": status}

    def kill(self) -> Outcome:
        """Ends a child that has taken too long."""
        os.kill(self.pid, signal.SIGKILL)
        os.close(self.output)
        os.waitpid(self.pid, 0)
        return {"kind": "timeout"}


def run_all(
    backend: Backend, jobs: Iterable[Job], at_once: int, timeout: float = TIMEOUT
) -> Iterator[tuple[Job, Outcome, float]]:
    """Yields (job, outcome, seconds) as the jobs end, `at_once` of them running side by side."""
    waiting = deque(jobs)
    running = selectors.DefaultSelector()
    while waiting or running.get_map():
        while waiting and len(running.get_map()) < at_once:
            child = Child(backend, waiting.popleft())
            running.register(child.output, selectors.EVENT_READ, child)
        for key, _ in running.select(timeout=0.5):
            if data := os.read(key.fd, 1 << 16):
                key.data.data += data
                continue
            running.unregister(key.fd)
            yield key.data.job, key.data.outcome(), time.monotonic() - key.data.started
        for key in list(running.get_map().values()):
            if time.monotonic() - key.data.started > timeout:
                running.unregister(key.fd)
                yield key.data.job, key.data.kill(), timeout


def _run_in_child(backend: Backend, job: Job, write_end: int) -> None:
    """Never returns: threads that a job leaves behind end with the process."""
    try:
        with _captured_output() as stderr:
            outcome = RUNNERS[job["kind"]](backend, job)
            sys.stderr.flush()
            stderr.seek(0)
            if backend.name != "tensorflow" and (text := stderr.read()):
                outcome["stderr"] = text.decode(errors="replace")
    except BaseException:
        outcome = {"kind": "crash", "traceback": traceback.format_exc()}
    with contextlib.suppress(BrokenPipeError), os.fdopen(write_end, "wb") as pipe:
        pipe.write(json.dumps(outcome).encode())
    os._exit(0)


@contextlib.contextmanager
def _captured_output() -> Iterator[BinaryIO]:
    """Sends standard output away and standard error into a file."""
    with tempfile.TemporaryFile() as stderr:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(stderr.fileno(), 2)
        yield stderr


def main(backend_name: str) -> None:
    """Reads jobs from stdin, writes outcomes to stdout."""
    jobs = [json.loads(line) for line in sys.stdin]
    scratch = tempfile.tempdir = tempfile.mkdtemp(prefix="parity-")
    try:
        backend = Backend(backend_name)
        gc.collect()
        gc.freeze()
        for job, outcome, seconds in run_all(backend, jobs, at_once=int(os.environ.get("N", "3"))):
            line: dict[str, Any] = {"id": job["id"], "outcome": outcome, "seconds": seconds}
            print(json.dumps(line), flush=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1])
