"""What student code tries that the sandbox prevents: evidence for the instructor.

It is observed in the student's own process, which could hide it; it proves, but its absence does
not.
"""

import errno
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

LEFT_RUNNING = "left a thread or a timer running"
REACHED = "reached the limit on "
_LIMIT = 20
_LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")
_LIMITS = {
    errno.EAGAIN: f"{REACHED}processes",
    errno.EMFILE: f"{REACHED}open files",
    errno.EFBIG: f"{REACHED}the size of a file",
    errno.ENOSPC: f"{REACHED}files",
    errno.EROFS: "reached files that it may not write",
}


class Observed:
    """Collects sentences of the form "tried to ..." until they are taken."""

    def __init__(self) -> None:
        self._found: dict[str, None] = {}
        self._uses_tensorflow = False
        self._running = _running()
        self._watched: dict[str, Callable[..., None]] = {
            "socket.connect": self._connect,
            "socket.getaddrinfo": self._resolve,
            "os.kill": self._kill,
            "os.killpg": self._kill,
        }

    def install(self) -> None:
        """Begin to watch; there is no way to stop."""
        watched = self._watched

        def hook(event: str, arguments: tuple[Any, ...]) -> None:
            if event in watched:
                watched[event](*arguments)

        sys.addaudithook(hook)

    def failed(self, error: BaseException | None) -> None:
        """Note an exception that says that a limit was reached."""
        if isinstance(error, MemoryError):
            self._note(f"{REACHED}memory")
        elif isinstance(error, OSError) and error.errno in _LIMITS:
            self._note(_LIMITS[error.errno])
        elif isinstance(error, RuntimeError) and "start new thread" in str(error):
            self._note(_LIMITS[errno.EAGAIN])

    def refused(self) -> None:
        """Note that the test was not told of a change, and what that cost."""
        self._note(f"{REACHED}what can be sent to the test")

    def note_tensorflow(self, imported: bool) -> None:
        """Note once that TensorFlow is used: tests that hand over graphs cannot work with it."""
        if imported and not self._uses_tensorflow:
            self._uses_tensorflow = True
            self._note("imported TensorFlow, whose graphs the judge sees as minigraph's")

    def take(self) -> list[str]:
        """What was observed since the last call."""
        before, self._running = self._running, _running()
        if self._running > before:
            self._note(LEFT_RUNNING)
        found = list(self._found)
        self._found.clear()
        return found

    def _note(self, sentence: str) -> None:
        if len(self._found) < _LIMIT:
            self._found[sentence[:120]] = None

    def _connect(self, _socket: Any, address: Any) -> None:
        host = address[0] if isinstance(address, tuple) and address else ""
        if isinstance(host, str) and host and not host.startswith(_LOOPBACK):
            self._note(f"tried to reach the network ({host})")

    def _resolve(self, host: Any, *_: Any) -> None:
        if isinstance(host, str | bytes) and not str(host).startswith(_LOOPBACK):
            self._note(f"tried to reach the network ({host!s})")

    def _kill(self, process: Any, number: Any) -> None:
        own = isinstance(process, int) and process > 1 and os.path.exists(f"/proc/{process}")
        if not own:  # whom it can see in there, it has started itself
            self._note(f"tried to send signal {number} to process {process}")


def sentences(found: Any) -> tuple[str, ...]:
    """At most a few short texts, whatever was sent."""
    texts = (
        [text[:120] for text in found if isinstance(text, str)] if isinstance(found, list) else []
    )
    return tuple(texts[:_LIMIT])


def _running() -> int:
    """How many threads there are, and timers that interrupt the process."""
    timers = 0
    if hasattr(signal, "getitimer"):
        clocks = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
        timers = sum(signal.getitimer(clock)[0] > 0 for clock in clocks)
    return threading.active_count() + timers
