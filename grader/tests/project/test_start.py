"""start.py opens the course in a workspace of the student's, and hands over what follows `--`."""

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from runtime.tests import needs

from .conftest import ROOT, load_start


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def contents(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".course.json"]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


@pytest.fixture
def workspace(start: ModuleType) -> Path:
    write(start.ROOT, {"course/01.ipynb": "lesson", "exercises/01/01.ipynb": "handout"})
    folder = start.ROOT / "elsewhere" / "workspace"
    start.complete_workspace(folder)
    return folder


def test_the_workspace_is_a_copy_of_lessons_and_exercises(workspace: Path):
    assert contents(workspace) == {"course/01.ipynb": "lesson", "exercises/01/01.ipynb": "handout"}


def test_the_workspace_gets_what_it_lacks_and_keeps_what_it_has(start: ModuleType, workspace: Path):
    write(workspace, {"exercises/01/01.ipynb": "my answer", "notes.txt": "mine"})
    write(start.ROOT, {"exercises/01/01.ipynb": "corrected", "course/02.ipynb": "next"})
    (workspace / "course/01.ipynb").unlink()
    start.complete_workspace(workspace)
    assert contents(workspace) == {
        "course/01.ipynb": "lesson",
        "course/02.ipynb": "next",
        "exercises/01/01.ipynb": "my answer",
        "notes.txt": "mine",
    }


def test_what_the_course_has_changed_is_renewed_unless_it_was_changed_here(
    start: ModuleType, workspace: Path, capsys: pytest.CaptureFixture[str]
):
    write(workspace, {"exercises/01/01.ipynb": "my answer"})
    write(start.ROOT, {"course/01.ipynb": "a better lesson", "exercises/01/01.ipynb": "corrected"})
    capsys.readouterr()
    start.complete_workspace(workspace)
    assert contents(workspace) == {
        "course/01.ipynb": "a better lesson",
        "exercises/01/01.ipynb": "my answer",
    }
    said = capsys.readouterr().out
    assert "Renewed 1 file that" in said
    assert "Kept 1 file of yours that the course has otherwise: exercises/01/01.ipynb." in said
    start.complete_workspace(workspace)
    assert capsys.readouterr().out == ""


def test_a_workspace_without_a_record_of_what_it_was_given_keeps_what_differs(
    start: ModuleType, workspace: Path
):
    (workspace / ".course.json").write_text("[")
    write(start.ROOT, {"course/01.ipynb": "a better lesson"})
    start.complete_workspace(workspace)
    assert contents(workspace)["course/01.ipynb"] == "lesson"


def test_what_jupyter_and_python_leave_behind_is_not_handed_on(start: ModuleType, workspace: Path):
    before = contents(workspace)
    litter = ["course/.ipynb_checkpoints/01.ipynb", "course/__pycache__/x.pyc", "course/.hidden"]
    write(start.ROOT, dict.fromkeys(litter, "litter"))
    start.complete_workspace(workspace)
    assert contents(workspace) == before


def test_notes_for_instructors_are_not_handed_on(start: ModuleType, workspace: Path):
    before = contents(workspace)
    write(start.ROOT, {f"course/{start.FOR_INSTRUCTORS}": "where people get stuck"})
    start.complete_workspace(workspace)
    assert contents(workspace) == before
    assert (ROOT / "course" / start.FOR_INSTRUCTORS).is_file()


def test_the_course_opens_on_its_list_of_lessons(start: ModuleType, workspace: Path):
    assert start.first_page(workspace).endswith("/tree/course/01.ipynb")
    write(workspace, {"course/README.md": "# Lessons"})
    assert start.first_page(workspace).endswith("/tree/course/README.md")


def test_a_student_has_the_validate_button_and_no_instructor_tool(start: ModuleType):
    folder = Path(start.student_config().split(":")[0])
    page = json.loads((folder / "labconfig/page_config.json").read_text())
    off = {name for name, is_off in page["disabledExtensions"].items() if is_off}
    assert "@jupyter/nbgrader:formgrader" in off
    assert "@jupyter/nbgrader:validate-assignment" not in off


@pytest.fixture
def start_course():
    """Runs the project's own start.py, whose .venv must be complete: a test does not install."""
    module = load_start(ROOT)
    if not module.is_complete(module.read_stamp(), module.GROUPS["test"]):
        needs.skip("the environment was not made by start.py")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, ROOT / "start.py", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def test_what_follows_two_dashes_goes_to_pytest(start_course):
    done = start_course("test", "--", "--version")
    assert done.stdout.splitlines()[-1].startswith("pytest ")
    assert done.returncode == 0


def test_what_follows_two_dashes_goes_to_jupyterlab(start_course, tmp_path: Path):
    done = start_course("--workspace", str(tmp_path / "mine"), "--", "--version")
    assert done.stdout.splitlines()[-1].split(".")[0] == "4"
    assert (tmp_path / "mine").is_dir()


def test_the_exit_code_is_that_of_the_program_started(start_course):
    assert start_course("test", "--", "--no-such-option").returncode == pytest.ExitCode.USAGE_ERROR


def test_a_start_in_a_complete_environment_installs_nothing(start_course):
    done = start_course("test", "--", "--version")
    assert "Installing" not in done.stdout
    assert done.stdout.splitlines()[0] == "Running the tests ..."


def test_the_website_is_built_by_the_python_of_the_environment(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    begun: list[list[str]] = []
    monkeypatch.setattr(start, "set_up", lambda groups: begun.append(sorted(groups)))
    monkeypatch.setattr(start, "become", lambda command, env, folder: begun.append(command))
    monkeypatch.setattr(start, "jupyterlab", lambda *_: [])
    start.main(["site", "--", "--output", "elsewhere"])
    build = str(start.ROOT / "docs" / "build.py")
    assert (ROOT / "docs" / "build.py").is_file()
    assert begun[:2] == [["site"], [str(start.PYTHON), build, "--output", "elsewhere"]]


def test_an_unknown_mode_is_refused_before_anything_is_installed(project: Path):
    command = [sys.executable, "start.py", "grade"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "invalid choice: 'grade'" in done.stderr
    assert not (project / ".venv").exists()
