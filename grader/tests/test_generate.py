"""Handouts are what the nbgrader command makes, every time."""

import shutil
import subprocess
from pathlib import Path

import pytest

from coursegrader.course import Course, CourseError
from coursegrader.generate import Files, committed, environment, generate, release

NAME = "01_lazy_execution"


@pytest.fixture
def copy(repository: Course, tmp_path: Path) -> Course:
    """The assignment in a course of its own."""
    return copy_to(repository, tmp_path)


def copy_to(repository: Course, root: Path) -> Course:
    shutil.copytree(repository.solutions / NAME, root / "solutions" / NAME)
    shutil.copy(repository.root / "nbgrader_config.py", root)
    return Course(root)


@pytest.fixture(scope="module")
def generated(repository: Course, tmp_path_factory: pytest.TempPathFactory) -> tuple[Course, Files]:
    """A course with a data file, and what its assignment generates."""
    course = copy_to(repository, tmp_path_factory.mktemp("course"))
    (course.solutions / NAME / "data.csv").write_text("1,2\n")
    return course, generate(course, [NAME])[NAME]


def test_generating_leaves_the_course_as_it_was(generated: tuple[Course, Files]):
    course, _ = generated
    names = {path.name for path in course.root.rglob("*")}
    assert names == {"solutions", NAME, f"{NAME}.ipynb", "data.csv", "nbgrader_config.py"}


def test_data_files_are_released_with_the_notebook(generated: tuple[Course, Files]):
    assert generated[1][Path("data.csv")] == b"1,2\n"


def test_the_nbgrader_command_makes_the_same_bytes(generated: tuple[Course, Files], copy: Course):
    (copy.solutions / NAME / "data.csv").write_text("1,2\n")
    command = ["nbgrader", "generate_assignment", NAME, "--no-db"]
    subprocess.run(command, cwd=copy.root, env=environment(), check=True, capture_output=True)
    assert committed(copy, NAME) == generated[1]


def test_a_release_holds_the_generated_files_and_no_others(
    generated: tuple[Course, Files], copy: Course
):
    stale = copy.exercises / NAME / "old.csv"
    stale.parent.mkdir(parents=True)
    stale.touch()
    assert release(copy, NAME, generated[1])
    assert committed(copy, NAME) == generated[1]
    assert not release(copy, NAME, generated[1])


def test_a_source_that_nbgrader_refuses_is_reported_with_its_words(copy: Course):
    source = copy.source(NAME)
    source.write_text(source.read_text().replace("### END SOLUTION", "### END"))
    with pytest.raises(CourseError, match="no handout for 01_lazy_execution") as caught:
        generate(copy, [NAME])
    assert "solution statement" in str(caught.value)
