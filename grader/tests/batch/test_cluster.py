"""Units go to the workers of a Dask cluster; one that is killed half way costs nothing."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from coursegrader.batch.cluster import ClusterPool, grade_here
from coursegrader.batch.pool import PoolError
from coursegrader.batch.run import Watcher, grade_class
from coursegrader.batch.unit import Terms
from coursegrader.judge.assignment import Assignment
from coursegrader.judge.layout import find_layout
from coursegrader.judge.results import SubmissionResult
from grader.tests.batch import killing

pytestmark = pytest.mark.sandbox
COUNT = 12
OPTIONS = ["--no-dashboard", "--scheduler-file"]


def dask(folder: Path, program: str, *options: str) -> subprocess.Popen[bytes]:
    """Start a program of the cluster in a folder of its own: it knows no course."""
    folder.mkdir()
    command = [sys.executable, "-P", "-m", f"distributed.cli.dask_{program}", *OPTIONS]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen([*command, *options], cwd=folder, stderr=log, stdout=log)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler, and its two workers."""
    file = tmp_path / "scheduler.json"
    where = ["--host", "127.0.0.1", "--port", "0"]
    scheduler = dask(tmp_path / "scheduler", "scheduler", str(file), *where)
    alone = ["--no-nanny", "--nthreads", "1", "--host", "127.0.0.1"]
    workers = [dask(tmp_path / f"worker{n}", "worker", str(file), *alone) for n in range(2)]
    while not file.exists() or not file.read_text():
        assert scheduler.poll() is None, (tmp_path / "scheduler" / "log").read_text()
        time.sleep(0.1)
    yield json.loads(file.read_text())["address"], workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def test_a_worker_that_is_killed_half_way_costs_nothing(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[bytes]]]
):
    address, workers = cluster
    course = tmp_path / "course"
    killing.make(course, COUNT)

    class KillsOne(Watcher):
        count = 0

        def done(self, result: SubmissionResult) -> None:
            self.count += 1
            if self.count == COUNT // 3:
                os.kill(workers[0].pid, signal.SIGKILL)

    watcher = KillsOne()
    found = grade_class(find_layout(course), "atk", scheduler=address, watcher=watcher)
    assert watcher.count == len(found) == COUNT
    assert workers[0].wait() == -signal.SIGKILL
    assert workers[1].poll() is None
    calm = tmp_path / "calm"
    killing.make(calm, COUNT)
    assert grade_class(find_layout(calm), "atk") == found


def test_other_versions_on_a_worker_are_a_sentence():
    terms = Terms(Assignment("ps1", (), {}), versions=["coursegrader 0.0.1"]).to_bytes()
    with pytest.raises(PoolError, match=r"A worker has coursegrader .*; the grader has .*0\.0\.1"):
        grade_here(terms, b"", 1.0)


def test_no_scheduler_is_a_sentence(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(PoolError, match="There is no Dask scheduler at nonsense://x"):
        ClusterPool("nonsense://x", b"", 1.0)
