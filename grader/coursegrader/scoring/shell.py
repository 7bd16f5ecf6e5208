"""An IPython shell that records what cells output, as a Jupyter kernel would publish it."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Type
from traitlets.config import Config

TEXT_LIMIT = 1_000_000
_CELL_FILE = re.compile(r"<ipython-input-\d+-\w+>, ")
TIMEOUT_ERROR = {
    "output_type": "error",
    "ename": "CellTimeoutError",
    "evalue": "",
    "traceback": ["CellTimeoutError: No reply from kernel before timeout"],
}


class Recorder:
    """The outputs of the running cell, in order.

    What is written to the process's stdout and stderr, by Python or below it, is kept in two files
    and moved here before each other output and at the end of the cell.
    """

    def __init__(self) -> None:
        self.outputs: list[dict[str, Any]] = []
        self._streams: dict[str, int] = {}
        self._clear_on_next = False

    def redirect(self) -> None:
        """Send file descriptors 1 and 2 of this process, and sys.stdout and sys.stderr, here."""
        for name, descriptor in (("stdout", 1), ("stderr", 2)):
            with tempfile.TemporaryFile() as file:
                os.dup2(file.fileno(), descriptor)
            self._streams[name] = descriptor
            stream = os.fdopen(
                descriptor, "w", encoding="utf-8", errors="backslashreplace", closefd=False
            )
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    def add(self, output: dict[str, Any]) -> None:
        """Record an output after what was printed before it."""
        self.drain()
        if self._clear_on_next:
            self.outputs.clear()
            self._clear_on_next = False
        self.outputs.append(output)

    def clear(self, wait: bool) -> None:
        """Forget the outputs so far, at once or when the next one comes."""
        self.drain()
        if wait:
            self._clear_on_next = True
        else:
            self.outputs.clear()

    def drain(self) -> None:
        """Move what was written to stdout and stderr into the outputs."""
        for name, descriptor in self._streams.items():
            with contextlib.suppress(OSError, ValueError):
                getattr(sys, name).flush()
                os.lseek(descriptor, 0, os.SEEK_SET)
                text = os.read(descriptor, TEXT_LIMIT).decode("utf-8", "backslashreplace")
                os.ftruncate(descriptor, 0)
                os.lseek(descriptor, 0, os.SEEK_SET)
                if text:
                    self.outputs.append({"output_type": "stream", "name": name, "text": text})

    def take(self) -> list[dict[str, Any]]:
        """The outputs since the last call."""
        self.drain()
        self._clear_on_next = False
        outputs, self.outputs = self.outputs, []
        return outputs


class RecordingDisplayHook(DisplayHook):
    """Records the value of a cell's last expression."""

    def write_output_prompt(self) -> None:
        """A notebook has no prompt to write."""

    shell: RecordingShell

    def write_format_data(self, format_dict: dict[str, Any], *_metadata: Any) -> None:
        """Record the representations of the value as an execute_result."""
        self.shell.recorder.add({"output_type": "execute_result", "data": as_text(format_dict)})


class RecordingDisplayPublisher(DisplayPublisher):
    """Records what `display` shows."""

    shell: RecordingShell

    def publish(self, data: dict[str, Any], *_args: Any, **_kwargs: Any) -> None:
        """Record a display_data output."""
        self.shell.recorder.add({"output_type": "display_data", "data": as_text(data)})

    def clear_output(self, wait: bool = False) -> None:
        """Forget the outputs so far, as a notebook does."""
        self.shell.recorder.clear(wait)


class RecordingShell(InteractiveShell):
    """A bare shell whose cells' outputs are collected."""

    recorder: Recorder
    displayhook_class = Type(RecordingDisplayHook)
    display_pub_class = Type(RecordingDisplayPublisher)

    def run(self, source: str, *, record: bool = True) -> None:
        """Run a cell; with `record`, it counts and goes into `In` and `Out`."""
        self.run_cell(source, store_history=record)  # type: ignore[no-untyped-call]

    def enable_gui(self, gui: Any = None) -> None:
        """There is no event loop; `%matplotlib inline` asks for none."""

    def ask_exit(self) -> None:
        """The cell that calls `exit()` goes on, as in a kernel, and so do the cells after it."""

    def _showtraceback(self, etype: type, evalue: BaseException, stb: list[str]) -> None:
        self.recorder.add(
            {
                "output_type": "error",
                "ename": str(getattr(etype, "__name__", etype)),
                "evalue": safe_str(evalue),
                "traceback": stb,
            }
        )


def make_shell() -> RecordingShell:
    """The shell of this process, made on the first call."""
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.xmode = "Minimal"  # scores need the message; a full traceback is slow
    shell: RecordingShell = RecordingShell.instance(config=config)
    shell.recorder = Recorder()
    return shell


def run_cell(shell: RecordingShell, source: str, timeout: float) -> dict[str, Any]:
    """Run a cell and return its outputs, status and seconds.

    A cell that takes longer than the timeout is interrupted, as a kernel would be.
    """
    started = time.monotonic()
    alarm = Alarm()
    with alarm.after(timeout), contextlib.suppress(KeyboardInterrupt):
        shell.run(source)
    outputs = shell.recorder.take()
    if alarm.rang:
        outputs.append(TIMEOUT_ERROR)
    status = "timeout" if alarm.rang else "ran"
    return {"outputs": outputs, "status": status, "seconds": time.monotonic() - started}


class Alarm:
    """Raises KeyboardInterrupt in the main thread when time is up."""

    def __init__(self) -> None:
        self.rang = False

    @contextlib.contextmanager
    def after(self, seconds: float) -> Iterator[None]:
        """Ring once, if the block takes longer than this. Does nothing where no timer exists."""
        if not hasattr(signal, "setitimer"):
            yield
            return
        before = signal.signal(signal.SIGALRM, self._ring)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)

    def _ring(self, _signal: int, _frame: FrameType | None) -> None:
        self.rang = True
        raise KeyboardInterrupt


def as_text(data: dict[str, Any]) -> dict[str, str]:
    """The textual representations of a displayed object."""
    return {mime: value for mime, value in data.items() if isinstance(value, str)}


def safe_str(error: BaseException) -> str:
    """An exception's message, whose `__str__` may itself raise, without IPython's file names."""
    try:
        return _CELL_FILE.sub("", str(error))
    except Exception:  # whatever it is, the report must go out
        return "<no message>"
