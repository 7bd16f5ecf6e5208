"""The executor for plans whose steps may wait: queues, Python functions, loops around them.

Steps run as soon as their inputs are there. A kernel that computes in Python takes a thread of the
session's pool; one that only waits (a queue) gets a thread of its own, as TensorFlow's asynchronous
kernels do not occupy the pool.
"""

from __future__ import annotations

import heapq
import os
import queue
import threading
import time
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import numpy as np

from minigraph import errors, executor, waiting
from minigraph.executor import StepContext
from minigraph.plan import Plan
from minigraph.steps import CONTEXT_SLOT, may_block


class Pools:
    """The inter-op thread pool: the first session of the process decides its size."""

    _lock = threading.Lock()
    _shared: ThreadPoolExecutor | None = None
    _named: ClassVar[dict[str, ThreadPoolExecutor]] = {}
    _all: ClassVar[weakref.WeakSet[ThreadPoolExecutor]] = weakref.WeakSet()

    @classmethod
    def shared(cls, threads: int) -> ThreadPoolExecutor:
        """The pool of the process, made with `threads` threads at the first request."""
        with cls._lock:
            if cls._shared is None:
                cls._shared = cls.own(threads)
            return cls._shared

    @classmethod
    def named(cls, name: str, threads: int) -> ThreadPoolExecutor:
        """The pool that the process has under a name; without one a pool for one session."""
        if not name:
            return cls.own(threads)
        with cls._lock:
            if name not in cls._named:
                cls._named[name] = cls.own(threads)
            return cls._named[name]

    @classmethod
    def own(cls, threads: int) -> ThreadPoolExecutor:
        """A pool for one session; 0 means one thread per processor."""
        pool = ThreadPoolExecutor(threads if threads > 0 else os.cpu_count() or 1)
        cls._all.add(pool)
        return pool

    @classmethod
    def begin_anew(cls) -> None:
        """Empty the pools of a forked process, which has their threads no more."""
        for pool in cls._all:
            ThreadPoolExecutor.__init__(pool, pool._max_workers)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=Pools.begin_anew)


def execute(
    plan: Plan,
    context: StepContext,
    feeds: Sequence[Any],
    pool: ThreadPoolExecutor | None,
    timeout: float | None = None,
    watched: Any = None,
) -> list[Any]:
    """Runs a plan and returns the value of each fetch.

    pool: for kernels that compute in Python; None runs them in the calling thread.
    timeout: seconds until DeadlineExceededError.
    watched: runs the steps in place of this module, see trace.WatchedPlan.
    """
    slots = plan.template.copy()
    slots[CONTEXT_SLOT] = context
    for slot, value in zip(plan.feed_slots, feeds):
        slots[slot] = value
    if watched is not None:
        watched.start(slots)
    _Run(plan, context, slots, pool, timeout, watched).finish()
    return executor.collect(plan, slots)


class _Run:
    def __init__(
        self,
        plan: Plan,
        context: StepContext,
        slots: list[Any],
        pool: ThreadPoolExecutor | None,
        timeout: float | None,
        watched: Any,
    ) -> None:
        self._watched = watched
        waits, self._followers = plan.schedule()
        self._steps = plan.steps
        self._waits = waits.copy()
        self._slots = slots
        self._pool = pool
        self._cancellation = context.cancellation
        self._deadline = None if timeout is None else time.monotonic() + timeout
        # The step that was made first goes first.
        self._ready = [i for i, count in enumerate(waits) if count == 0]
        self._results: queue.SimpleQueue[tuple[int, BaseException | None]] = queue.SimpleQueue()
        self._running = 0
        self._error: BaseException | None = None

    def finish(self) -> None:
        """Runs all steps; raises the first error once every started step has ended."""
        while self._ready or self._running:
            if self._ready and self._error is None:
                self._start(heapq.heappop(self._ready))
            elif self._running:
                self._wait()
            else:
                break
            self._collect_finished()
        if self._error is not None:
            raise self._error

    def _start(self, index: int) -> None:
        op = self._steps[index].op
        blocking = op.op_def.blocking
        # A loop that is timed out must be left to itself.
        loops = op.op_def.calls_functions or op.op_def.routing in ("enters", "exits")
        timed = self._deadline is not None and loops
        nested = not blocking and (timed or may_block(op))
        if blocking == "wait" or (nested and self._pool is not None):
            self._running += 1
            name = f"{op.name} (run by {threading.current_thread().name})"
            threading.Thread(None, self._run_in_thread, name, (index,), daemon=True).start()
        elif blocking and self._pool is not None:
            self._running += 1
            self._pool.submit(self._run_in_thread, index)
        else:
            self._done(index, self._run(index))

    def _run(self, index: int) -> BaseException | None:
        try:
            with np.errstate(all="ignore"):
                if self._watched is None:
                    executor.run_step(self._steps[index], self._slots)
                else:
                    self._watched.run_step(index, self._slots)
            return None
        except BaseException as error:
            return error

    def _run_in_thread(self, index: int) -> None:
        if self._error is not None:
            self._results.put((index, None))
            return
        self._results.put((index, self._run(index)))

    def _wait(self) -> None:
        left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
        limit = waiting.allowance()
        watched = limit is not None and (left is None or left > limit)
        try:
            index, error = self._results.get(timeout=limit if watched else left)
        except queue.Empty:
            self._give_up(waiting.overdue() if watched else self._timed_out())
            return
        self._running -= 1
        self._done(index, error)

    def _collect_finished(self) -> None:
        while self._running and not self._results.empty():
            index, error = self._results.get()
            self._running -= 1
            self._done(index, error)

    def _done(self, index: int, error: BaseException | None) -> None:
        if error is not None:
            if self._error is None:
                self._error = error
                if self._cancellation is not None:
                    self._cancellation.cancel()
            return
        for follower in self._followers[index]:
            self._waits[follower] -= 1
            if self._waits[follower] == 0:
                heapq.heappush(self._ready, follower)

    def _timed_out(self) -> errors.OpError:
        return errors.DeadlineExceededError(None, None, "Timed out waiting for notification")

    def _give_up(self, error: errors.OpError) -> None:
        self._error = error
        if self._cancellation is not None:
            self._cancellation.cancel()
        # A Python function cannot be interrupted: the run does not wait for it.
        self._running = 0
