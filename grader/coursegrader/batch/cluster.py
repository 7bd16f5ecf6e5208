"""Grades units on an existing Dask cluster: needs the extra `coursegrader[dask]`."""

from __future__ import annotations

import functools
import queue
import threading
from pathlib import Path
from typing import Any

from coursegrader.batch.pool import Graded, PoolError, WorkerLost, WorkerProcess
from coursegrader.batch.unit import Terms
from coursegrader.sandbox.bubblewrap import SandboxUnavailable

_PATIENCE = 5.0
_own = threading.local()


def grade_here(terms: bytes, unit: bytes, seconds: float) -> bytes:
    """The task of the cluster: grade a unit with a worker process that this thread keeps.

    Raises:
        PoolError: this machine has other versions than the grader.
        SandboxUnavailable: it cannot isolate as asked.
        WorkerLost: the worker process was lost each time.
    """
    if differs := _differs(terms):
        raise PoolError(differs)
    held: dict[bytes, WorkerProcess] = _own.__dict__.setdefault("held", {})
    if terms not in held:
        for other in held.values():
            other.close()
        held.clear()
        held[terms] = WorkerProcess(terms, _scratch(), seconds)
    return held[terms].grade(unit)


@functools.lru_cache(maxsize=4)
def _differs(terms: bytes) -> str:
    return Terms.from_bytes(terms).differs


def _scratch() -> Path | None:
    """The folder that the cluster's worker keeps its own files in, and clears."""
    from distributed import get_worker

    return Path(get_worker().local_directory)


class ClusterPool:
    """The workers of a Dask cluster. They need coursegrader, and none of the course's files.

    Args:
        address: of the scheduler, such as tcp://host:8786.
        terms: what units are graded by.
        seconds: after how long over one unit a worker process counts as lost.

    Raises:
        PoolError: there is no such scheduler, or dask.distributed is not installed.
    """

    def __init__(self, address: str, terms: bytes, seconds: float) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise PoolError(
                "--scheduler needs dask.distributed: install coursegrader[dask]."
            ) from None
        try:
            self._client: Any = Client(  # type: ignore[no-untyped-call]
                address, timeout=10, set_as_default=False
            )
        except (OSError, ValueError) as error:
            raise PoolError(f"There is no Dask scheduler at {address}: {error}.") from None
        self._address = address
        self._terms = terms
        self._seconds = seconds
        self._futures: dict[Any, str] = {}
        self._done: queue.SimpleQueue[Any] = queue.SimpleQueue()

    @property
    def capacity(self) -> int:
        """Two units for each thread of the cluster, so that none waits for the network."""
        threads: int = sum(self._client.nthreads().values())
        return max(2, 2 * threads)

    def submit(self, student: str, unit: bytes) -> None:
        """Have a unit graded."""
        future = self._client.submit(
            grade_here, self._terms, unit, self._seconds, key=None, pure=False, retries=1
        )
        self._futures[future] = student
        future.add_done_callback(self._done.put)

    def take(self) -> Graded:
        """Wait for the next unit that is done."""
        while True:
            try:
                future = self._done.get(timeout=_PATIENCE)
                break
            except queue.Empty:
                if self._client.status != "running":
                    message = f"The Dask scheduler at {self._address} is gone."
                    raise PoolError(message) from None
        student = self._futures.pop(future)
        return self._outcome(student, future)

    def close(self) -> None:
        """Cancel what is not done and leave the cluster."""
        self._client.cancel(list(self._futures))
        self._client.close()

    def _outcome(self, student: str, future: Any) -> Graded:
        from distributed import KilledWorker

        try:
            return Graded(student, future.result())
        except (KilledWorker, WorkerLost):
            problem = "The workers of the cluster that graded this submission were lost."
            return Graded(student, None, problem)
        except (PoolError, SandboxUnavailable):
            raise
        except Exception as error:
            problem = f"{type(error).__name__}: {error}"
            raise PoolError(f"The Dask cluster at {self._address} failed: {problem}") from error
