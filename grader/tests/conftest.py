"""What every test of the grader, the course and the project shares."""

import pytest

from runtime.tests import needs

NEEDS = {
    "tensorflow": needs.no_tensorflow,
    "browser": needs.no_browser,
    "sandbox": needs.no_sandbox,
}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item, NEEDS)
