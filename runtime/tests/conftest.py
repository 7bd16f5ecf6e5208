"""What every test of the runtime shares."""

import os
from collections.abc import Iterator

import pytest

# What waits for ever in a test fails with the name of what it waits for, in child processes too.
os.environ.setdefault("MINIGRAPH_WATCHDOG", "60")

from minigraph import context
from runtime.tests import needs


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item, {"tensorflow": needs.no_tensorflow})


@pytest.fixture
def modes_of_a_fresh_process() -> Iterator[None]:
    """Eager execution and all else that TensorFlow 2 starts with, whatever ran before."""
    switches = context.switches
    before = {name: getattr(switches, name) for name in switches.__slots__}
    switches.set_all(True)
    yield
    for name, value in before.items():
        setattr(switches, name, value)
