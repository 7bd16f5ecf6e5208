"""Runs jobs on a backend in one subprocess, and keeps what TensorFlow answered.

TensorFlow's outcomes lie under the pytest cache in one file per TensorFlow, NumPy, Python and
harness version; within it each is keyed by the code that was run. Deleting the file is always safe.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

from .corpus import HERE, ROOT
from .encode import Outcome
from .environment import Job

CACHE = ROOT / ".pytest_cache" / "d" / "parity"

# The files whose text decides what is recorded: of every job, and of one kind of job.
_HARNESS = ("encode.py", "environment.py")
_HARNESS_OF_KIND = {
    "op": "op_samples.py",
    "op_definition": "op_definitions.py",
    "graph_write": "graph_exchange.py",
    "graph_read": "graph_exchange.py",
}
_ENVIRONMENT = {
    "COURSE_DATA": str(ROOT / "course" / "data"),
    "CUDA_VISIBLE_DEVICES": "",
    "PYTHONHASHSEED": "0",
    "PYTHONUNBUFFERED": "1",  # what C++ prints is there at once
    "TF_CPP_MIN_LOG_LEVEL": "3",
    "TF_ENABLE_ONEDNN_OPTS": "0",
}


class BackendFailed(RuntimeError):
    """The backend could not be loaded, or the worker ended early."""


def run(backend: str, jobs: Iterable[Job], timeout: float = 30.0) -> dict[str, Outcome]:
    """Job id -> outcome, from a process of its own; a job may take `timeout` seconds.

    Raises:
        BackendFailed: the backend does not load.
    """
    text = "".join(json.dumps(job) + "\n" for job in jobs)
    if not text:
        return {}
    command = [sys.executable, "-m", "runtime.tests.parity.worker", backend, str(timeout)]
    outcomes: dict[str, Outcome] = {}
    with TemporaryFile("w+") as asked, TemporaryFile("w+") as complaints:
        asked.write(text)
        asked.seek(0)
        with subprocess.Popen(
            command,
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
            cwd=ROOT,
            env={**os.environ, **_ENVIRONMENT},
        ) as process:
            for line in map(json.loads, process.stdout or ()):
                outcomes[line["id"]] = line["outcome"]
                _show_progress(f"{backend}: {len(outcomes)} of {text.count(chr(10))}")
        _show_progress("")
        complaints.seek(0)
        if process.returncode:
            raise BackendFailed(f"{backend} did not load or run:\n{complaints.read()[-3000:]}")
    return outcomes


def _show_progress(text: str) -> None:
    """Replaces the last line of a terminal; elsewhere nothing is shown."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def tensorflow_outcomes(jobs: list[Job]) -> dict[str, Outcome]:
    """Job id -> what real TensorFlow does; only what the cache lacks is run."""
    with _locked_cache() as path:
        known = _read(path)
        missing = {job["id"]: job for job in jobs if _key(job) not in known}
        if missing:
            print(f"asking TensorFlow about {len(missing)} jobs ...", file=sys.stderr, flush=True)
            answers = run("tensorflow", missing.values(), timeout=90.0)
            new = {_key(missing[identity]): outcome for identity, outcome in answers.items()}
            with path.open("a", encoding="utf-8") as file:
                file.writelines(json.dumps([key, item]) + "\n" for key, item in new.items())
            known.update(new)
    return {job["id"]: known[_key(job)] for job in jobs}


def _read(path: Path) -> dict[str, Outcome]:
    if not path.exists():
        return {}
    return dict(map(json.loads, path.read_text(encoding="utf-8").splitlines()))


def _key(job: Job) -> str:
    """The hash of what a job runs, whatever it is called."""
    content = {name: item for name, item in job.items() if name not in ("id", "group", "batch")}
    if harness := _HARNESS_OF_KIND.get(job["kind"]):
        content["harness"] = _text_of(harness)
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:24]


@cache
def _text_of(harness: str) -> str:
    return (HERE / harness).read_text(encoding="utf-8")


@contextlib.contextmanager
def _locked_cache() -> Iterator[Path]:
    """The cache file, held by one process at a time."""
    import fcntl  # only where processes can fork

    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        path = CACHE / f"tensorflow-{_versions()}.jsonl"
        for stale in set(CACHE.glob("tensorflow-*.jsonl")) - {path}:
            stale.unlink()
        yield path


def _versions() -> str:
    digest = hashlib.sha256()
    for name in _HARNESS:
        digest.update((HERE / name).read_bytes())
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    numpy = importlib.metadata.version("numpy")
    return f"{_tensorflow_version()}-numpy{numpy}-{python}-{digest.hexdigest()[:12]}"


def _tensorflow_version() -> str:
    """The installed version, without loading TensorFlow."""
    for distribution in ("tensorflow-cpu", "tensorflow"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            return importlib.metadata.version(distribution)
    raise BackendFailed("TensorFlow is not installed")
