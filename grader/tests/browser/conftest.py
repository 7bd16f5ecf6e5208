"""One JupyterLab and one Chromium for all browser tests of a process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from grader.tests.browser import lab
from grader.tests.project.conftest import ROOT, load_start
from runtime.tests import needs


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[lab.Server]:
    """The course as start.py opens it, on a workspace that is nobody's."""
    start = load_start(ROOT)
    if not start.is_complete(start.read_stamp()):
        needs.skip("the environment was not made by start.py")
    folder = tmp_path_factory.mktemp("student")
    running = lab.Server(ROOT, folder / "workspace", folder / "home")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def window() -> Iterator[Browser]:
    with lab.browser() as running:
        yield running
