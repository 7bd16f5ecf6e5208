"""Starts sandboxes and the processes in them, from the side of the grader."""

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Literal, NamedTuple, Protocol, Self

from coursegrader.sandbox import bubblewrap, plain, zygote
from coursegrader.sandbox.bubblewrap import SandboxUnavailable
from coursegrader.sandbox.limits import Ending, Limits

Isolation = Literal["bubblewrap", "process"]
_START_SECONDS = 60.0
_END_SECONDS = 10.0


class _Handle(Protocol):
    """The part of a sandboxed process that depends on the kind of isolation."""

    def kill(self) -> None: ...

    def wait(self, seconds: float) -> Ending: ...


class Ready(NamedTuple):
    """What a sandboxed process has for its reader."""

    channel: bool
    output: bool


class SandboxedProcess:
    """One running inmate: a socket to talk to it, what it wrote, and the means to end it."""

    def __init__(
        self,
        channel: socket.socket,
        output: int | None,
        handle: _Handle,
        on_end: Callable[[Ending], None] | None = None,
    ) -> None:
        self.channel = channel
        self._output = output
        self._handle = handle
        self._on_end = on_end
        self._ending: Ending | None = None

    def wait_readable(self, seconds: float) -> Ready:
        """Wait until the process sent or wrote something, at most `seconds`."""
        waiting: list[socket.socket | int] = [self.channel]
        if self._output is not None:
            waiting.append(self._output)
        ready, _, _ = select.select(waiting, [], [], max(0.0, seconds))
        return Ready(self.channel in ready, self._output in ready)

    def read_output(self, size: int = 65536) -> bytes:
        """What was written past Python to descriptors 1 and 2 and is here already."""
        if self._output is None:
            return b""
        try:
            text = os.read(self._output, size)
        except BlockingIOError:
            return b""
        if not text:
            os.close(self._output)
            self._output = None
        return text

    def kill(self) -> Ending:
        """End the process and all that it started."""
        if self._ending is None:
            self._on_end = None
            self._handle.kill()
        return self.wait()

    def wait(self, seconds: float = _END_SECONDS) -> Ending:
        """How the process ended; it is killed if it does not end within `seconds`."""
        if self._ending is None:
            self._ending = self._handle.wait(seconds)
            if self._on_end is not None:
                self._on_end(self._ending)
            self.channel.close()
            if self._output is not None:
                os.close(self._output)
                self._output = None
        return self._ending

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.kill()


class Sandbox:
    """A place to run `serve` ("module:function") isolated, once for each `start`.

    With bubblewrap it holds one preloaded process that every started process is forked from. A
    sandbox must be closed by the thread that opened it, and lives no longer than that thread.

    Attributes:
        disturbances: how many processes were ended by something else than themselves, their limits
            and their user, such as a person or a machine that is out of memory.

    Raises:
        SandboxUnavailable: this machine cannot isolate as asked.
    """

    def __init__(self, serve: str, isolation: Isolation = "bubblewrap") -> None:
        self.disturbances = 0
        self._serve = serve
        self._isolation = isolation
        self._zygote: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        if isolation == "bubblewrap":
            self._open()

    def start(self, limits: Limits) -> SandboxedProcess:
        """A fresh process that runs `serve` under `limits`."""
        if self._isolation == "process":
            return _start_plain(self._serve, limits)
        if self._zygote is not None and self._zygote.poll() is None:
            with contextlib.suppress(OSError):  # it ended in this moment
                return self._fork(limits)
        self.close()
        self._open()
        return self._fork(limits)

    def close(self) -> None:
        """End the sandbox and every process in it."""
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._zygote is not None:
            self._zygote.kill()
            self._zygote.wait()
            self._zygote = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _open(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with contextlib.ExitStack() as opened:
            opened.enter_context(ours)
            with theirs, tempfile.TemporaryFile() as errors:
                self._zygote = self._spawn(theirs.fileno(), errors)
                theirs.close()
                ours.settimeout(_START_SECONDS)
                if not _is_ready(ours):
                    self.close()
                    raise SandboxUnavailable(_refusal(errors))
            ours.settimeout(None)
            self._control = ours
            opened.pop_all()

    def _spawn(self, control: int, errors: IO[bytes]) -> subprocess.Popen[bytes]:
        program = [sys.executable, "-P", "-m", zygote.__name__, str(control), self._serve]
        return subprocess.Popen(
            bubblewrap.command(program),
            pass_fds=[control],
            stdin=subprocess.DEVNULL,
            stdout=errors,
            stderr=errors,
            env={"PATH": os.environ.get("PATH", os.defpath)},
            cwd="/",
        )

    def _fork(self, limits: Limits) -> SandboxedProcess:
        assert self._control is not None
        channel, their_channel = socket.socketpair()
        status, their_status = socket.socketpair()
        output, their_output = os.pipe()
        os.set_blocking(output, False)
        with their_channel, their_status:
            descriptors = [their_channel.fileno(), their_status.fileno(), their_output]
            order = json.dumps(limits.as_json()).encode()
            try:
                socket.send_fds(self._control, [order], descriptors)
            except OSError:
                for ours in (channel, status):
                    ours.close()
                os.close(output)
                raise
            finally:
                os.close(their_output)
        return SandboxedProcess(channel, output, _Kept(status), self._note_ending)

    def _note_ending(self, ending: Ending) -> None:
        self.disturbances += ending.is_from_outside


def _is_ready(control: socket.socket) -> bool:
    try:
        return control.recv(64) == zygote.READY
    except OSError:
        return False


def _refusal(errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = errors.read().decode(errors="replace").strip().splitlines()
    last = lines[-1] if lines else "no reason given"
    return (
        f"bubblewrap could not start a sandbox here ({last}), so student code cannot be isolated; "
        "allow user namespaces, or accept weaker isolation with --isolation process."
    )


class _Kept:
    """An inmate under bubblewrap, reached through its keeper."""

    def __init__(self, status: socket.socket) -> None:
        self._status = status

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._status.sendall(b"kill")

    def wait(self, seconds: float) -> Ending:
        report = self._report(seconds)
        if report is None:
            self.kill()
            report = self._report(_END_SECONDS)
        self._status.close()
        return Ending(None) if not report else Ending(**json.loads(report))

    def _report(self, seconds: float) -> bytes | None:
        self._status.settimeout(seconds)
        try:
            return self._status.recv(4096)
        except TimeoutError:
            return None
        except OSError:
            return b""


def _start_plain(serve: str, limits: Limits) -> SandboxedProcess:
    """A separate process without a sandbox: own folder, clean environment, available limits."""
    scratch = Path(tempfile.mkdtemp(prefix="coursegrader-"))
    output: int | None = None
    theirs: int | None = None
    if os.name == "posix":
        output, theirs = os.pipe()
        os.set_blocking(output, False)
    with socket.create_server(("127.0.0.1", 0)) as server:
        token = os.urandom(16).hex()
        order = {"port": server.getsockname()[1], "token": token, "limits": limits.as_json()}
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", plain.__name__, serve],
            stdin=subprocess.PIPE,
            stdout=theirs if theirs is not None else subprocess.DEVNULL,
            stderr=theirs if theirs is not None else subprocess.DEVNULL,
            env=plain.environment(scratch),
            cwd=scratch,
            start_new_session=True,
        )
        if theirs is not None:
            os.close(theirs)
        assert process.stdin is not None
        process.stdin.write(json.dumps(order).encode())
        process.stdin.close()
        channel = _accept(server, token)
    return SandboxedProcess(channel, output, _Spawned(process, scratch))


def _accept(server: socket.socket, token: str) -> socket.socket:
    """The connection of the process that knows the token."""
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        server.settimeout(_START_SECONDS)
        connection, _ = server.accept()
        connection.settimeout(5.0)
        received = b""
        with contextlib.suppress(OSError):
            while len(received) < len(token) and (part := connection.recv(len(token))):
                received += part
        if received == token.encode():
            connection.settimeout(None)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection
        connection.close()
    raise SandboxUnavailable("A separate Python process could not be started for student code.")


class _Spawned:
    """An inmate without a sandbox."""

    def __init__(self, process: subprocess.Popen[bytes], scratch: Path) -> None:
        self._process = process
        self._scratch = scratch

    def kill(self) -> None:
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    def wait(self, seconds: float) -> Ending:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.kill()  # what it started may outlive it
        exit_code = self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)
        return Ending(exit_code)
