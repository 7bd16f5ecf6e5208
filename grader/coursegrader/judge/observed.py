"""What student code tries that the sandbox prevents: evidence for the instructor.

It is observed in the student's own process, which could hide it; it proves, but its absence does
not.
"""

import errno
import os
import sys
from collections.abc import Callable
from typing import Any

_LIMIT = 20
_LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")
_LIMITS = {
    errno.EAGAIN: "the limit on processes",
    errno.EFBIG: "the limit on the size of a file",
    errno.ENOSPC: "the limit on files",
    errno.EROFS: "files that it may not write",
}


class Observed:
    """Collects sentences of the form "tried to ..." until they are taken."""

    def __init__(self) -> None:
        self._found: dict[str, None] = {}
        self._uses_tensorflow = False
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
            self._note("reached the limit on memory")
        elif isinstance(error, OSError) and error.errno in _LIMITS:
            self._note(f"reached {_LIMITS[error.errno]}")

    def note_tensorflow(self, imported: bool) -> None:
        """Note once that TensorFlow is used: tests that hand over graphs cannot work with it."""
        if imported and not self._uses_tensorflow:
            self._uses_tensorflow = True
            self._note("imported TensorFlow, whose graphs the judge sees as minigraph's")

    def take(self) -> list[str]:
        """What was observed since the last call."""
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
