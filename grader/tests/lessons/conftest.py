"""Each lesson is run once or twice on each backend; the tests look at what came out."""

import functools
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from runtime.tests import needs

Run = dict[str, Any]
SHELL = Path(__file__).with_name("shell.py")
QUIET = {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "", "TF_ENABLE_ONEDNN_OPTS": "0"}
INLINE = {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "PYTHONHASHSEED": "random"}
AT_ONCE = {"PYTHONUNBUFFERED": "1"}  # what TensorFlow's C++ code prints belongs to its cell


class Backend:
    """A process with one backend loaded, which runs lessons in forks of itself."""

    def __init__(self, name: str, home: Path) -> None:
        own = {"IPYTHONDIR": str(home), "KERAS_HOME": str(home)}
        environment = os.environ | QUIET | INLINE | AT_ONCE | own
        self.complaints = (home / "stderr.txt").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, str(SHELL), name],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            text=True,
        )
        self.is_ready = False

    def run(self, lesson: Path) -> Run:
        """Run a lesson from top to bottom."""
        if not self.is_ready:
            assert self._line() == "ready"
            self.is_ready = True
        self.process.stdin.write(f"{lesson}\n")
        self.process.stdin.flush()
        report = json.loads(self._line())
        assert "crash" not in report, report["crash"]
        return report

    def _line(self) -> str:
        line = self.process.stdout.readline().strip()
        if not line:
            self.complaints.seek(0)
            pytest.fail(f"the process that runs the lessons has died:\n{self.complaints.read()}")
        return line

    def stop(self) -> None:
        """Let the process end."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.complaints.close()


@pytest.fixture(scope="session")
def lesson_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Run]]:
    """lesson_run(lesson, backend, again=False): what running a lesson gives; kept for all tests."""
    started: dict[str, Backend] = {}

    @functools.cache
    def run(lesson: Path, backend: str, again: bool = False) -> Run:
        if backend == "tensorflow" and (reason := needs.no_tensorflow()):
            needs.skip(reason)
        if backend not in started:
            started[backend] = Backend(backend, tmp_path_factory.mktemp("ipython"))
        return started[backend].run(lesson)

    yield run
    for process in started.values():
        process.stop()
