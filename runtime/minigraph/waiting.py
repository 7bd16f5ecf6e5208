"""Waiting: who waits for what, and how long that may last.

Whatever waits asks `until` or `sleep`: queues, runs, coordinators, workers for their chief. So the
watchdog can name it, and `interleave` can decide when it goes on.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from minigraph import errors

Reason = Callable[[], str]
_blocked: dict[int, tuple[str, Reason]] = {}
_local = threading.local()
_limit: float | None = float(os.environ.get("MINIGRAPH_WATCHDOG", 0)) or None


def scheduler() -> Any:
    """What decides when this thread goes on (see interleave); None for the operating system."""
    return getattr(_local, "scheduler", None)


def set_scheduler(value: Any) -> None:
    """Puts this thread under a scheduler."""
    _local.scheduler = value


def until(
    ready: Callable[[], Any],
    reason: Reason,
    wait: Callable[[float | None], Any],
    timeout: float | None = None,
    lock: Any = None,
    waited: float = 0.0,
) -> bool:
    """Waits until ready(); False where `timeout` seconds pass first.

    reason: says what is waited for; wait: waits for real, for so many seconds or for ever; lock: is
    held, and free while waiting; waited: seconds spent on the same before.
    Raises DeadlineExceededError where the watchdog ends it.
    """
    if ready():
        return True
    decides = scheduler()
    if decides is not None:
        return bool(decides.wait(ready, reason, timeout, lock))
    limit = allowance()
    left = None if limit is None else max(0.0, limit - waited)
    watched = left is not None and (timeout is None or timeout > left)
    with noted(reason):
        if limit is None and timeout is None and _limit is not None:
            _wait_beside_main(ready, wait)
        else:
            wait(left if watched else timeout)
        if watched and not ready():
            raise overdue()
    return bool(ready())


def sleep(seconds: float, reason: Reason, waited: float = 0.0) -> None:
    """Sleeps, in the time of the scheduler where there is one."""
    until(lambda: False, reason, lambda left: time.sleep(left or 0.0), seconds, waited=waited)


def now() -> float:
    """Seconds on a clock that never goes back: the scheduler's own where there is one."""
    decides = scheduler()
    return time.monotonic() if decides is None else float(decides.now())


@contextmanager
def noted(reason: Reason) -> Iterator[None]:
    """A block in which this thread counts as waiting."""
    me = threading.current_thread()
    _blocked[threading.get_ident()] = (me.name, reason)
    try:
        yield
    finally:
        _blocked.pop(threading.get_ident(), None)


def blocked() -> list[str]:
    """A line for each thread that waits: its name and what it waits for."""
    return [f"{name} waits for {reason()}" for name, reason in list(_blocked.values())]


def allowance() -> float | None:
    """The seconds that this thread may wait: the main thread as the watchdog says, others ever."""
    main = threading.current_thread() is threading.main_thread()
    return _limit if main else None


def _wait_beside_main(ready: Callable[[], Any], wait: Callable[[float | None], Any]) -> None:
    """A thread may wait for ever, but not where the main one waits as long for threads."""
    while not ready():
        limit, waits = _limit, _main_waits()
        wait(limit)
        if limit is not None and waits and waits is _main_waits() and not ready():
            raise overdue()


def _main_waits() -> FrameType | None:
    """The call of Python's `threading` that the main thread waits in, such as Thread.join."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    return frame if frame and frame.f_code.co_filename == threading.__file__ else None


def overdue() -> errors.DeadlineExceededError:
    """What the watchdog raises: it names everything that is blocked."""
    me = threading.current_thread()
    name = "the main thread" if me is threading.main_thread() else me.name
    lines = "".join(f"\n  {line}" for line in blocked())
    text = f"The watchdog ended the wait of {name} after {_limit:g} s. Blocked:{lines}"
    return errors.DeadlineExceededError(None, None, text)


class watchdog:
    """Has waits end after `seconds`, with an error that says who waits for what.

    Those of the main thread; where it waits as long for other threads (`Thread.join`), theirs.
    For the whole process, or within a `with` block; None switches it off, which is the default
    unless the environment variable MINIGRAPH_WATCHDOG says how many seconds. It sees the waits of
    runs, queues, coordinators and workers, not those of Python's own locks and threads.
    Raises ValueError unless the time is positive. The error is DeadlineExceededError.
    """

    def __init__(self, seconds: float | None) -> None:
        global _limit
        if seconds is not None and not seconds > 0:
            raise ValueError(f"watchdog needs a positive number of seconds or None, not {seconds}")
        self._previous, _limit = _limit, seconds

    def __enter__(self) -> watchdog:
        return self

    def __exit__(self, *exc_info: Any) -> None:
        global _limit
        _limit = self._previous


class Thread(threading.Thread):
    """A thread that a scheduler takes over where one starts it."""

    _taken: Any = None

    def start(self) -> None:
        """Starts it."""
        decides = scheduler()
        if decides is None:
            super().start()
        else:
            self._taken = decides.spawn(self.name, self.run)

    def is_alive(self) -> bool:
        """Whether it has started and not ended."""
        return super().is_alive() if self._taken is None else not self._taken.done

    def join(self, timeout: float | None = None) -> None:
        """Waits for its end."""
        if self._taken is None:
            super().join(timeout)
        else:
            until(lambda: not self.is_alive(), lambda: f"the end of {self.name}", print, timeout)
