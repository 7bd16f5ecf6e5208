"""What every test of the runtime shares."""

import pytest

from runtime.tests import needs


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item, {"tensorflow": needs.no_tensorflow})
