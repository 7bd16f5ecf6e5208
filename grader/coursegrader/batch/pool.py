"""Where units are graded: in worker processes of this machine."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import NamedTuple, Protocol

from coursegrader.batch.worker import read_frame, write_frame
from coursegrader.sandbox.bubblewrap import SandboxUnavailable

ATTEMPTS = 4
"""How many workers may be lost over one unit before it counts as the one that ends them."""


class WorkerLost(Exception):
    """A worker process ended over a unit."""


class Graded(NamedTuple):
    """What came back for a unit.

    Attributes:
        student: whose unit it is.
        record: the record, None if there is none.
        problem: why there is none: a sentence for the result.
        lost: how many workers were lost over it.
    """

    student: str
    record: bytes | None
    problem: str = ""
    lost: int = 0


class Pool(Protocol):
    """Grades units somewhere. Closing it gives up what is not done."""

    @property
    def capacity(self) -> int:
        """How many units it is worth to hand over at a time."""

    def submit(self, student: str, unit: bytes) -> None:
        """Have a unit graded."""

    def take(self) -> Graded:
        """Wait for the next unit that is done, in any order.

        Raises:
            SandboxUnavailable: a worker cannot isolate as asked.
            PoolError: the pool does not work any more.
        """

    def close(self) -> None:
        """End it at once; units in flight are given up."""


class PoolError(Exception):
    """Nothing can be graded any more; the message says why."""


class WorkerProcess:
    """A worker: a process that grades one unit at a time, and is replaced when it is lost.

    Args:
        terms: what it grades by.
        scratch: where it unpacks submissions; a private folder if None.
        seconds: after how long over one unit it counts as lost.

    Attributes:
        lost: how many processes were lost over the last unit.
    """

    def __init__(self, terms: bytes, scratch: Path | None, seconds: float) -> None:
        self._terms = terms
        self._scratch = scratch
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self.is_closed = False
        self.lost = 0

    def open(self) -> None:
        """Start the process without waiting until it is ready."""
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "coursegrader.lean", "coursegrader.batch.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(self._scratch or tempfile.gettempdir())},
            start_new_session=True,  # an interrupt at the terminal is for the grader alone
        )
        self._process = process
        assert process.stdin is not None
        self._is_ready = False
        with contextlib.suppress(OSError):
            write_frame(process.stdin, self._terms)
        if self.is_closed:
            self._kill()

    def grade(self, unit: bytes) -> bytes:
        """Grade a unit; returns its record.

        Raises:
            WorkerLost: the process ended, or took too long, each time.
            SandboxUnavailable: it cannot isolate as asked.
        """
        for self.lost in range(ATTEMPTS):
            if self.is_closed:
                break
            if self._process is None:
                self.open()
            watchdog = threading.Timer(self._seconds, self._kill)
            watchdog.daemon = True
            watchdog.start()
            try:
                if (record := self._exchange(unit)) is not None:
                    return record
            finally:
                watchdog.cancel()
            self.end()
        raise WorkerLost(f"The process that graded this submission was lost {ATTEMPTS} times.")

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self.is_closed = True
        self._kill()

    def _exchange(self, unit: bytes) -> bytes | None:
        assert self._process is not None
        requests, replies = self._process.stdin, self._process.stdout
        assert requests is not None
        assert replies is not None
        if not self._is_ready:
            refusal = read_frame(replies)
            if refusal:
                raise SandboxUnavailable(refusal.decode())
            self._is_ready = refusal is not None
        try:
            write_frame(requests, unit)
        except OSError:
            return None
        return read_frame(replies)

    def _kill(self) -> None:
        if (process := self._process) is not None:
            process.kill()

    def end(self) -> None:
        """End the process and forget it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        process.wait()


class LocalPool:
    """Worker processes on this machine, each watched by a thread.

    Args:
        terms: what units are graded by.
        jobs: how many workers.
        scratch: where they unpack submissions.
        seconds: after how long over one unit a worker counts as lost.
    """

    def __init__(self, terms: bytes, jobs: int, scratch: Path, seconds: float) -> None:
        self._waiting: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._done: queue.SimpleQueue[Graded | Exception] = queue.SimpleQueue()
        self._workers = [WorkerProcess(terms, scratch, seconds) for _ in range(jobs)]
        self._threads = [
            threading.Thread(target=self._serve, args=[worker], daemon=True)
            for worker in self._workers
        ]
        for worker, thread in zip(self._workers, self._threads, strict=True):
            worker.open()
            thread.start()

    @property
    def capacity(self) -> int:
        """Two units for each worker, so that none waits for the gradebook."""
        return 2 * len(self._workers)

    def submit(self, student: str, unit: bytes) -> None:
        """Have a unit graded."""
        self._waiting.put((student, unit))

    def take(self) -> Graded:
        """Wait for the next unit that is done."""
        done = self._done.get()
        if isinstance(done, Exception):
            raise done
        return done

    def close(self) -> None:
        """End all workers."""
        for worker in self._workers:
            worker.close()
            self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self, worker: WorkerProcess) -> None:
        try:
            while (item := self._waiting.get()) is not None and not worker.is_closed:
                student, unit = item
                try:
                    record = worker.grade(unit)
                    self._done.put(Graded(student, record, lost=worker.lost))
                except WorkerLost as error:
                    self._done.put(Graded(student, None, str(error), ATTEMPTS))
        except Exception as error:  # the thread that takes must learn of it
            self._done.put(error)
        finally:
            worker.end()
