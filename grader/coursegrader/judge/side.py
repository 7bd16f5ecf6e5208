"""One of the two sandboxed processes of a trial, as the grader sees it."""

import time
from typing import NoReturn

from coursegrader.judge.frames import Channel, Closed, Expired, Frame, ProtocolError, TooLarge
from coursegrader.judge.outputs import TEXT_LIMIT
from coursegrader.sandbox.launcher import Sandbox, SandboxedProcess
from coursegrader.sandbox.limits import MEGABYTE, Limits

_READS_AT_ONCE = 64
_LAST_SECONDS = 2.0


class Lost(Exception):
    """A process cannot go on: it hung, ended or broke the protocol. The message says which."""


class Side:
    """One of the two processes, with what it writes past Python."""

    def __init__(self, sandbox: Sandbox, limits: Limits) -> None:
        self._process: SandboxedProcess = sandbox.start(limits)
        self._channel = Channel(self._process.channel, limits.frame_mb * MEGABYTE)
        self._raw = bytearray()
        self.lost = ""

    def send(self, frame: Frame, deadline: float) -> None:
        """Send a frame.

        Raises:
            Lost: the process is gone or does not take it.
        """
        try:
            self._channel.send(frame, deadline)
        except (Closed, Expired) as error:
            self._lose(error, "did not listen")

    def receive(self, deadline: float, too_late: str) -> Frame:
        """The next frame.

        Raises:
            Lost: there is no valid one before the deadline; `too_late` is the reason if none came.
        """
        try:
            while (frame := self._channel.take()) is None:
                if time.monotonic() >= deadline:
                    raise Expired
                ready = self._process.wait_readable(deadline - time.monotonic())
                if ready.output:
                    self._read_raw()
                if ready.channel:
                    self._channel.fill()
            return frame
        except (Closed, Expired, ProtocolError) as error:
            self._lose(error, too_late)

    def take_raw(self) -> str:
        """What was written past Python since the last call, shortened."""
        self._read_raw()
        text = self._raw.decode("utf-8", "backslashreplace")
        self._raw.clear()
        return text

    def end(self) -> None:
        """End the process and all that it started."""
        self._process.kill()

    def _read_raw(self) -> None:
        for _ in range(_READS_AT_ONCE):
            data = self._process.read_output()
            if not data:
                return
            self._raw += data[: max(0, TEXT_LIMIT - len(self._raw))]

    def _lose(self, error: Exception, too_late: str) -> NoReturn:
        """Raise Lost with the reason; the process is ended."""
        self._read_raw()
        if isinstance(error, Closed):
            self.lost = self._process.wait(_LAST_SECONDS).sentence()
        elif isinstance(error, Expired):
            self.lost = too_late
        elif isinstance(error, TooLarge):
            self.lost = f"sent too much ({error})"
        else:
            self.lost = f"sent the grader what no answer looks like ({error})"
        self._process.kill()
        raise Lost(self.lost)

    def refuse(self, why: str) -> NoReturn:
        """End the process because of what it sent; raises Lost."""
        self._lose(ProtocolError(why), "")
