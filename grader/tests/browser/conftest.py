"""One JupyterLab for students, one for instructors, and one Chromium, for all browser tests."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from grader.tests.browser import lab
from grader.tests.project.conftest import ROOT, load_start
from runtime.tests import needs


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home for Jupyter's files, in an environment that start.py has made."""
    start = load_start(ROOT)
    if not start.is_complete(start.read_stamp(), set()):
        needs.skip("the environment was not made by start.py")
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def course(home: Path) -> Iterator[lab.Server]:
    """The course as a student opens it, on a workspace that is nobody's."""
    server = lab.Server(ROOT, ["--workspace", str(home / "workspace")], home)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def submissions(request: pytest.FixtureRequest) -> Path:
    """A copy of the project's assignments, for submissions and a gradebook that are nobody's.

    It is inside the project, as the formgrader wants a course to be inside what JupyterLab shows.
    """
    assert request.config.cache
    folder = request.config.cache.mkdir("instructor")
    shutil.rmtree(folder)
    shutil.copytree(ROOT / "solutions", folder / "solutions")
    shutil.copy(ROOT / "nbgrader_config.py", folder)
    return folder


@pytest.fixture(scope="session")
def project(home: Path, submissions: Path) -> Iterator[lab.Server]:
    """The project as an instructor opens it."""
    config = home / "config" / "nbgrader_config.py"
    config.parent.mkdir(exist_ok=True)
    config.write_text(f"get_config().CourseDirectory.root = {str(submissions)!r}")
    server = lab.Server(ROOT, ["instructor"], home)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def window() -> Iterator[Browser]:
    with lab.browser() as running:
        yield running
