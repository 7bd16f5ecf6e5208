"""The class of all attackers is graded once."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from coursegrader.batch.run import grade_class
from coursegrader.judge.layout import find_layout
from coursegrader.judge.results import SubmissionResult
from coursegrader.sandbox.limits import Limits
from grader.tests.attacks import course

LIMITS = Limits(
    cell_seconds=12,
    call_seconds=4,
    submission_seconds=200,
    memory_mb=768,
    file_mb=64,
    scratch_mb=96,
)


@dataclass(frozen=True)
class Graded:
    """The graded class.

    Attributes:
        root: the course directory.
        home: the home directory of the grader.
        results: the result of each submission, by student.
        pages: the feedback page of each submission, by student.
    """

    root: Path
    home: Path
    results: dict[str, SubmissionResult]
    pages: dict[str, str]


@pytest.fixture(scope="session")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """The class, graded with feedback, in a course and a home that are thrown away."""
    base = tmp_path_factory.mktemp("attacks")
    root, home = base / "course", base / "home"
    home.mkdir()
    course.make(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        patch.setenv("IPYTHONDIR", str(home / ".ipython"))
        patch.setenv("GRADER_SECRET", "x")
        results = grade_class(find_layout(root), "atk", limits=LIMITS)
        make_feedback(root)
    pages = {path.parts[-3]: path.read_text() for path in root.glob("feedback/*/atk/atk.html")}
    return Graded(root, home, {result.student: result for result in results}, pages)


def make_feedback(root: Path) -> None:
    """Have nbgrader make its feedback pages."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    subprocess.run(
        [sys.executable, "-m", "nbgrader", "generate_feedback", "atk", "--quiet"],
        cwd=root,
        env={**os.environ, "PATH": programs},
        check=True,
        capture_output=True,
    )
