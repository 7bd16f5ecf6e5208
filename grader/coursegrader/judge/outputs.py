"""Collects what a cell outputs inside a sandbox and sends it in pieces, up to a limit."""

import io
import os
from collections.abc import Callable
from typing import Any

Output = dict[str, Any]
TEXT_LIMIT = 100_000
MESSAGE_LIMIT = 2_000
TRACE_LIMIT = 20_000
_PIECE = 8192


class OutputSender:
    """Records outputs in order and sends them; beyond the limits it says what was left out.

    It has the methods that a recording shell expects of its recorder.

    Args:
        send: takes one output in Jupyter's format.
        limit: bytes of displayed data that a cell may send.
    """

    def __init__(self, send: Callable[[Output], None], limit: int) -> None:
        self._send = send
        self._limit = limit
        self._captured: list[dict[str, io.StringIO]] = []
        self._pending: list[str] = []
        self._stream = "stdout"
        self.silent: Callable[[], bool] = lambda: False
        self.begin()

    def send_raw(self) -> None:
        """From here on write texts to descriptor 1, and none that others have begun."""
        self._pending.clear()
        self._send = _write_raw

    def begin(self) -> None:
        """Start a cell: nothing is used of its limits."""
        self._left = {"stdout": TEXT_LIMIT, "stderr": TEXT_LIMIT}
        self._data_left = self._limit
        self._pending.clear()

    def write(self, stream: str, text: str) -> None:
        """Take text for a stream: into the innermost capture, or out."""
        if self._captured:
            buffer = self._captured[-1][stream]
            buffer.write(text[: TEXT_LIMIT - buffer.tell()] if buffer.tell() < TEXT_LIMIT else "")
            return
        if self.silent() or self._left[stream] <= 0:
            return
        if stream != self._stream:
            self.drain()
            self._stream = stream
        kept = text[: self._left[stream]]
        self._left[stream] -= len(kept)
        self._pending.append(kept)
        if self._left[stream] <= 0:
            self._pending.append("\n... the rest of this output was left out\n")
        if sum(map(len, self._pending)) > _PIECE:
            self.drain()

    def add(self, output: Output) -> None:
        """Send an output other than text, after the text before it."""
        if self._captured or self.silent():
            return
        self.drain()
        if output["output_type"] == "error":
            self._send(_shortened(output))
            return
        size = sum(len(value) for value in output["data"].values())
        if size > self._data_left:
            note = f"(an output of {size / 1e6:.1f} MB was left out)"
            output = {**output, "data": {"text/plain": note}}
        self._data_left -= min(size, self._data_left)
        self._send(output)

    def drain(self) -> None:
        """Send the text that waits."""
        text = "".join(self._pending)
        self._pending.clear()
        if text:
            self._send({"output_type": "stream", "name": self._stream, "text": text})

    def clear(self, wait: bool) -> None:
        """Outputs that were sent stay."""

    def capture(self) -> None:
        """From here on keep text instead of sending it."""
        self._captured.append({"stdout": io.StringIO(), "stderr": io.StringIO()})

    def captured(self) -> list[str]:
        """End the innermost `capture`: what was written to stdout and to stderr."""
        streams = self._captured.pop()
        return [streams["stdout"].getvalue(), streams["stderr"].getvalue()]


class TextStream(io.TextIOBase):
    """`sys.stdout` or `sys.stderr` of a sandboxed process."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self, name: str, sender: OutputSender, descriptor: int) -> None:
        self.name = f"<{name}>"
        self._stream = name
        self._sender = sender
        self._descriptor = descriptor

    def write(self, text: str) -> int:
        """Write text, which may hold anything a str can hold."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._sender.write(self._stream, text)
        return len(text)

    def writable(self) -> bool:
        """Always."""
        return True

    def fileno(self) -> int:
        """The descriptor that the process's own raw output goes to."""
        return self._descriptor


def _write_raw(output: Output) -> None:
    os.write(1, output.get("text", "").encode("utf-8", "backslashreplace"))


def _shortened(error: Output) -> Output:
    trace = "\n".join(error["traceback"])
    if len(trace) > TRACE_LIMIT:
        trace = f"{trace[:TRACE_LIMIT]}\n... the rest of this traceback was left out"
    message = str(error["evalue"])
    if len(message) > MESSAGE_LIMIT:
        message = f"{message[:MESSAGE_LIMIT]}..."
    return {**error, "evalue": message, "traceback": trace.split("\n")}
