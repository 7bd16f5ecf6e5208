"""Runs lessons in forked IPython shells of a process that has one backend loaded.

    python shell.py minigraph        reads a notebook's path a line, answers a line of JSON each

A fork costs milliseconds where a kernel costs a second and loading TensorFlow ten.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import IPython.core.displayhook
import IPython.core.displaypub
import IPython.core.interactiveshell
import traitlets.config

IMPORT_LINE = "import minigraph.compat.v1 as tf"
"""The one line that a reader changes to use TensorFlow."""

EAGER_IMPORT_LINE = "import minigraph as tf"
"""The same in lessons whose subject is TensorFlow 2."""

PRELOADED = ("jupyterquiz", "igraph", "minigraph.draw.inside")


class Hook(IPython.core.displayhook.DisplayHook):
    """Keeps the value of a cell's last expression as a kernel would send it."""

    def __call__(self, result: Any = None) -> None:
        if result is not None and not self.quiet():
            data, _ = self.compute_format_data(result)
            self.shell.displayed.append(data)


class Publisher(IPython.core.displaypub.DisplayPublisher):
    """Keeps what a cell displays."""

    def publish(self, data: Any, *args: Any, **kwargs: Any) -> None:
        self.shell.displayed.append(data)


class Shell(IPython.core.interactiveshell.InteractiveShell):
    """A shell that shows nothing and remembers everything."""

    displayhook_class = traitlets.Type(Hook)
    display_pub_class = traitlets.Type(Publisher)

    def init_io(self) -> None:
        self.error_lines = 0
        self.displayed: list[dict[str, Any]] = []

    def _showtraceback(self, etype: Any, evalue: Any, stb: list[str]) -> None:
        self.error_lines = len("\n".join(stb).splitlines())


def run(path: Path, backend: str) -> dict[str, Any]:
    """Run the code cells of a notebook in order and tell what each did."""
    shell = Shell.instance(config=traitlets.config.Config({"HistoryManager": {"enabled": False}}))
    notebook = json.loads(path.read_text(encoding="utf-8"))
    os.chdir(path.parent)
    sys.path.insert(0, "")  # as a kernel has it
    started = time.perf_counter()
    cells = [
        run_cell(shell, cell["id"], on(backend, "".join(cell["source"])))
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]
    module = shell.user_ns["tf"].Graph.__module__ if "tf" in shell.user_ns else ""
    return {
        "backend": module.partition(".")[0],
        "seconds": time.perf_counter() - started,
        "quiz": shell.user_ns.get("quiz"),
        "cells": cells,
    }


def on(backend: str, source: str) -> str:
    """A cell's source with its import line changed to the backend."""
    for line in (IMPORT_LINE, EAGER_IMPORT_LINE):
        source = source.replace(line, line.replace("minigraph", backend))
    return source


def run_cell(shell: Shell, cell_id: str, source: str) -> dict[str, Any]:
    """Run one cell; what it writes is caught at the file descriptors too, where C++ writes."""
    shell.displayed, shell.error_lines = [], 0
    written, complained = io.StringIO(), io.StringIO()
    with (
        descriptor(1) as native,
        descriptor(2) as native_error,
        contextlib.redirect_stdout(written),
        contextlib.redirect_stderr(complained),
    ):
        result = shell.run_cell(source)
    error = result.error_before_exec or result.error_in_exec
    return {
        "id": cell_id,
        "stdout": written.getvalue() + native.read().decode(errors="replace"),
        "stderr": complained.getvalue() + native_error.read().decode(errors="replace"),
        "displayed": shell.displayed,
        "error_lines": shell.error_lines,
        "error": [type(error).__name__, str(error)] if error else None,
    }


@contextlib.contextmanager
def descriptor(number: int) -> Iterator[Any]:
    """Redirect a file descriptor to a file, which can be read afterwards."""
    kept = os.dup(number)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), number)
        reader = io.BytesIO()
        try:
            yield reader
        finally:
            os.dup2(kept, number)
            os.close(kept)
            file.seek(0)
            reader.write(file.read())
            reader.seek(0)


def answer(path: str, backend: str) -> str:
    """Run a lesson in a fork, so that it leaves nothing behind, and return its report."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(writing, "w", encoding="utf-8") as pipe:
            try:
                pipe.write(json.dumps(run(Path(path), backend), default=repr))
            except BaseException:
                pipe.write(json.dumps({"crash": traceback.format_exc()}))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        report = pipe.read()
    os.waitpid(child, 0)
    return report


def main(backend: str) -> None:
    """Load the backend, then answer until the input ends."""
    for name in (f"{backend}.compat.v1", *PRELOADED):
        importlib.import_module(name)
    print("ready", flush=True)
    for line in sys.stdin:
        print(answer(line.strip(), backend), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
