"""What every test of the grader, the course and the project shares."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

# What waits for ever in a lesson fails with the name of what it waits for.
os.environ.setdefault("MINIGRAPH_WATCHDOG", "60")

from coursegrader.course import Course
from coursegrader.scoring.client import TENSORFLOW, Runner
from runtime.tests import needs

NEEDS = {
    "tensorflow": needs.no_tensorflow,
    "browser": needs.no_browser,
    "sandbox": needs.no_sandbox,
}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item, NEEDS)


@pytest.fixture(scope="session")
def repository() -> Course:
    """The course in this repository."""
    return Course(Path(__file__).parents[2])


@pytest.fixture(scope="session")
def runner() -> Iterator[Runner]:
    """A process with minigraph loaded, which runs cells in forks."""
    with Runner() as running:
        yield running


@pytest.fixture(scope="session")
def tensorflow_runner() -> Iterator[Runner]:
    """A process with TensorFlow loaded, which runs cells in forks."""
    with Runner(TENSORFLOW) as running:
        yield running
