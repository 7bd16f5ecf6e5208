"""Coordinator: how threads agree to stop, and who learns of the first failure."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from minigraph import errors, waiting
from minigraph.log import logger

_POLL_SECS = 0.05


class Coordinator:
    """Asks a set of threads to stop and waits for them (tf.train.Coordinator).

    clean_stop_exception_types: exceptions that are an end and no failure, OutOfRangeError unless
    given.
    """

    def __init__(self, clean_stop_exception_types: Iterable[type] | None = None) -> None:
        if clean_stop_exception_types is None:
            clean_stop_exception_types = (errors.OutOfRangeError,)
        self._clean_types = tuple(clean_stop_exception_types)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._exception: BaseException | None = None
        self._reported = False
        self._threads: set[threading.Thread] = set()
        self._joined = False

    @property
    def joined(self) -> bool:
        """Whether `join` has ended."""
        return self._joined

    def request_stop(self, ex: Any = None) -> None:
        """Has `should_stop` answer True.

        ex: the exception being handled, or sys.exc_info(); the first one is raised again by `join`,
        or here once `join` has ended.
        Raises TypeError for an exception outside an `except` block, as TensorFlow does.
        """
        with self._lock:
            exception = ex[1] if isinstance(ex, tuple) else ex
            if exception is not None and not isinstance(exception, self._clean_types):
                self._report(ex, exception)
            self._stop.set()

    def _report(self, ex: Any, exception: Any) -> None:
        being_handled: Any = exception if isinstance(ex, tuple) else sys.exc_info()[1]
        if self._joined:
            raise being_handled  # nobody waits who could be told
        if self._stop.is_set() or self._reported:
            return
        self._reported = True
        kind = "" if isinstance(ex, tuple) else f"{type(ex)}, "
        logger.info("Error reported to Coordinator: %s%s", kind, exception)
        if being_handled is None:
            raise TypeError("not all arguments converted during string formatting")
        self._exception = being_handled

    def clear_stop(self) -> None:
        """Forgets the request to stop and the exception."""
        with self._lock:
            self._joined = False
            self._exception, self._reported = None, False
            self._stop.clear()

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self._stop.is_set()

    @contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """A block whose exceptions request a stop and go no further."""
        try:
            yield
        except BaseException:
            self.request_stop(sys.exc_info())

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits for a request to stop; False where `timeout` seconds pass without one."""
        return waiting.until(
            self._stop.is_set, lambda: "its coordinator to stop", self._stop.wait, timeout
        )

    def register_thread(self, thread: threading.Thread) -> None:
        """Adds a thread that `join` waits for."""
        with self._lock:
            self._threads.add(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits until all threads have ended, after a request to stop for the grace period at most.

        Raises the exception that was reported, else RuntimeError where threads are still running.
        """
        with self._lock:
            joined = list(self._threads.union(threads or ()))

        def alive() -> str:
            return " ".join(thread.name for thread in joined if thread.is_alive())

        def stopped() -> bool:
            return self._stop.is_set() or not alive()

        def wait_for_stop(left: float | None) -> None:
            deadline = time.monotonic() + (float("inf") if left is None else left)
            while not stopped() and time.monotonic() < deadline:
                self._stop.wait(_POLL_SECS)

        def wait_for_threads(left: float | None) -> None:
            deadline = time.monotonic() + (left or 0.0)
            for thread in joined:
                if thread.is_alive():
                    thread.join(max(0.0, deadline - time.monotonic()))

        def reason() -> str:
            return f"the end of {alive()}"

        waiting.until(stopped, reason, wait_for_stop)
        waiting.until(lambda: not alive(), reason, wait_for_threads, stop_grace_period_secs)
        left_over = alive()
        with self._lock:
            self._joined = True
            self._threads = set()
        self.raise_requested_exception()
        if left_over and not ignore_live_threads:
            raise RuntimeError(f"Coordinator stopped with threads still running: {left_over}")
        if left_over:
            logger.info("Coordinator stopped with threads still running: %s", left_over)

    def raise_requested_exception(self) -> None:
        """Raises the exception that was reported, if there is one."""
        with self._lock:
            if self._exception is not None:
                raise self._exception


class LooperThread(waiting.Thread):
    """A thread that calls a function until its coordinator stops (tf.train.LooperThread).

    timer_interval_secs: how often, None for without pause.
    Raises ValueError where `coord` is no Coordinator, or arguments are given without a target.
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Any = None,
        args: Any = None,
        kwargs: Any = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        if not target and (args or kwargs):
            raise ValueError("'args' and 'kwargs' argument require that you also pass 'target'")
        super().__init__(daemon=True)
        self._coord = coord
        self._interval = timer_interval_secs
        self._call = (target, args or (), kwargs or {})
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Any,
        args: Any = None,
        kwargs: Any = None,
    ) -> LooperThread:
        """A LooperThread that has been started."""
        looper = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        looper.start()
        return looper

    def run(self) -> None:
        """What the thread does."""
        with self._coord.stop_on_exception():
            self.start_loop()
            next_time = time.monotonic()
            while not self._coord.wait_for_stop(max(0.0, next_time - time.monotonic())):
                next_time += self._interval or 0.0
                self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called before the loop."""

    def stop_loop(self) -> None:
        """Called after the loop."""

    def run_loop(self) -> None:
        """Called in the loop."""
        target, args, kwargs = self._call
        if target:
            target(*args, **kwargs)
