"""A student's way through JupyterLab: the list of lessons, a lesson, an exercise, Validate."""

import re
import time
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser

from grader.tests.browser.lab import WAIT_MS, Notebook, Server
from grader.tests.project.conftest import ROOT, load_start

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LESSONS = sorted((ROOT / "course").glob("*.ipynb"))
EXERCISE = "01_lazy_execution"
OPEN_A_TERMINAL = "() => window.jupyterapp.commands.execute('terminal:create-new').then(() => null)"


def answers(assignment: str) -> dict[str, str]:
    """What the instructor's notebook holds between its solution marks, by grade id."""
    notebook = nbformat.read(ROOT / "solutions" / assignment / f"{assignment}.ipynb", as_version=4)
    return {
        cell.metadata.nbgrader.grade_id: re.sub(
            r"(?m)^\s*### (BEGIN|END) SOLUTION\n?", "", cell.source
        )
        for cell in notebook.cells
        if cell.metadata.get("nbgrader", {}).get("solution")
    }


def test_the_course_opens_on_its_list_of_lessons(course: Server, window: Browser):
    with course.open(window) as page:
        lessons = page.locator(".jp-MarkdownViewer").get_by_role("link")
        lessons.filter(has_text=re.compile("lazy", re.IGNORECASE)).first.click()
        page.locator(".jp-NotebookPanel .jp-Cell").first.wait_for()


def test_a_terminal_finds_the_programs_of_the_course(course: Server, window: Browser, home: Path):
    found = home / "workspace" / "found.txt"
    with course.open(window, "lab") as page:  # not on the list of lessons, which may cover it late
        page.evaluate(OPEN_A_TERMINAL)
        terminal = page.locator(".jp-Terminal .xterm")
        deadline = time.monotonic() + WAIT_MS / 1000
        while not (found.exists() and found.read_text()) and time.monotonic() < deadline:
            terminal.click()
            page.keyboard.type("command -v coursegrader > found.txt\n")
            page.wait_for_timeout(2000)  # what is typed before the shell has its prompt may be lost
    assert found.read_text() == f"{load_start(ROOT).BIN / 'coursegrader'}\n"


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_without_an_error_and_shows_its_pictures(
    course: Server, window: Browser, lesson: Path
):
    with Notebook(window, course, f"course/{lesson.name}") as notebook:
        notebook.run_all()
        assert notebook.errors() == []
        assert notebook.pictures()


def test_an_exercise_is_solved_from_the_keyboard_and_validated(course: Server, window: Browser):
    with Notebook(window, course, f"exercises/{EXERCISE}/{EXERCISE}.ipynb") as notebook:
        assert notebook.validate().count("The following cell failed") == len(answers(EXERCISE))
        question, wrong = "lazy_execution_q2", "def polynomial():\n    return 17.0"
        notebook.retype(question, wrong)
        assert "polynomial() returned" in notebook.validate()
        for grade_id, answer in answers(EXERCISE).items():
            notebook.retype(grade_id, answer)
        notebook.run_all()
        assert notebook.errors() == []
        assert "Success" in notebook.validate()
