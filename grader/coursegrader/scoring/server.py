"""Runs cells in forks of a process that has loaded everything once.

`python -m coursegrader.scoring.server MODULE...` imports the modules, then reads requests from
stdin and answers each on stdout. `--once` runs one request without forking, and ends.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import select
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from coursegrader.scoring.protocol import SHARED, Frame, Request
from coursegrader.scoring.shell import RecordingShell, make_shell, run_cell

GRACE = 2.0
"""Seconds after an interrupt that was ignored until the process is killed."""

Send = Callable[[Frame], None]


def main(arguments: list[str]) -> None:
    """Serve requests until stdin ends."""
    once = "--once" in arguments
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    shell = make_shell()
    for module in arguments:
        if module != "--once":
            load(module)
    warm_up(shell)
    for line in sys.stdin:
        request: Request = json.loads(line)
        result = run_here(shell, request) if once else serve(shell, request)
        print(json.dumps(result), file=answers, flush=True)
        if once:
            break


def load(name: str) -> None:
    """Import a module; `package.*` is all modules below it, `module:name` what it makes lazily."""
    package, _, attribute = name.removesuffix(".*").partition(":")
    module = importlib.import_module(package)
    if attribute:
        getattr(module, attribute)
    if name.endswith(".*"):
        for below in pkgutil.walk_packages(module.__path__, f"{package}."):
            importlib.import_module(below.name)


def warm_up(shell: RecordingShell) -> None:
    """Load what IPython loads at the first error, so that forks need not."""
    shell.run("raise AssertionError", record=False)
    shell.recorder.take()


def run_here(shell: RecordingShell, request: Request) -> list[list[dict[str, Any]]]:
    """Run the shared cells in this very process."""
    frames: list[Frame] = []
    become_runner(shell, request)
    run_cells(shell, request["cells"], request["timeout"], SHARED, frames.append)
    return collect(frames, request)


def serve(shell: RecordingShell, request: Request) -> list[list[dict[str, Any]]]:
    """Run a request in a fork and supervise it; processes that outlive their time are killed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        run_forked(shell, request, writer)
    os.close(writer)
    frames: list[Frame] = []
    running = [child]
    with os.fdopen(reader, "rb", buffering=0) as pipe:
        for line in lines_until_silent(pipe, request["timeout"] + GRACE, running):
            frame: Frame = json.loads(line)
            if frame["kind"] == "fork":
                running[1:] = [frame["pid"]]
            else:
                frames.append(frame)
    kill(child)
    os.waitpid(child, 0)
    return collect(frames, request)


def lines_until_silent(pipe: IO[bytes], patience: float, running: list[int]) -> Any:
    """Lines from a pipe; the youngest process is killed when none comes for too long."""
    pending = b""
    while True:
        if not select.select([pipe], [], [], patience)[0]:
            if not running:
                return
            kill(running.pop())
            continue
        data = os.read(pipe.fileno(), 1 << 16)
        if not data:
            return
        *complete, pending = (pending + data).split(b"\n")
        yield from complete


def run_forked(shell: RecordingShell, request: Request, writer: int) -> None:
    """In the fork: run the shared cells, then each branch in a fork of its own. Never returns."""
    status = 1
    try:
        send = sender(writer)
        os.setpgid(0, 0)
        become_runner(shell, request)
        run_cells(shell, request["cells"], request["timeout"], SHARED, send)
        for number, cells in enumerate(request["branches"]):
            if (child := os.fork()) == 0:
                os.setpgid(0, 0)
                send({"kind": "fork", "branch": number, "pid": os.getpid()})
                run_cells(shell, cells, request["timeout"], number, send)
                os._exit(0)
            os.waitpid(child, 0)
            kill(child)
            shell.recorder.take()
        status = 0
    except BaseException:  # a fork must never run on as if it were the server
        traceback.print_exc()
    finally:
        os._exit(status)


def run_cells(
    shell: RecordingShell, cells: list[str], timeout: float, branch: int, send: Send
) -> None:
    """Run cells in order and send each outcome when it is known."""
    for source in cells:
        outcome = run_cell(shell, source, timeout)
        send({"kind": "cell", "branch": branch, "outcome": outcome})


def become_runner(shell: RecordingShell, request: Request) -> None:
    """Make this process one that runs cells: no input, recorded output, the right directory."""
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), 0)
    sys.stdin = os.fdopen(0, closefd=False)
    shell.recorder.redirect()
    os.chdir(request["cwd"])
    if not sys.path or sys.path[0] != "":
        sys.path.insert(0, "")


def sender(writer: int) -> Send:
    """A function that writes frames to a pipe."""

    def send(frame: Frame) -> None:
        data = json.dumps(frame).encode() + b"\n"
        while data:
            data = data[os.write(writer, data) :]

    return send


def collect(frames: list[Frame], request: Request) -> list[list[dict[str, Any]]]:
    """The outcomes of the shared cells, then those of each branch, as far as the cells ran."""
    results: list[list[dict[str, Any]]] = [[] for _ in range(len(request["branches"]) + 1)]
    for frame in frames:
        results[frame["branch"] + 1].append(frame["outcome"])
    return results


def kill(pid: int) -> None:
    """Kill a process and all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1:])
