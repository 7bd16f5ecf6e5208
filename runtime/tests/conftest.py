"""What every test of the runtime shares."""

import os

import pytest

# What waits for ever in a test fails with the name of what it waits for, in child processes too.
os.environ.setdefault("MINIGRAPH_WATCHDOG", "60")

from runtime.tests import needs


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item, {"tensorflow": needs.no_tensorflow})
