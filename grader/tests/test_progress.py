"""A learner sees what is read, answered and solved, and what comes next."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from coursegrader import progress
from coursegrader.check import Checked, check
from coursegrader.course import Course
from coursegrader.progress import Step, look, page, what_next
from coursegrader.scoring.rules import Score
from grader.tests.batch.classes import notebook

NAME, OTHER = "01_lazy_execution", "02_sessions"
Q2 = "lazy_execution_q2"


@pytest.fixture
def workspace(repository: Course, tmp_path: Path) -> Path:
    """The copy of a learner who has begun nothing."""
    for name in (NAME, OTHER):
        shutil.copytree(repository.exercises / name, tmp_path / "exercises" / name)
        (tmp_path / "course").mkdir(exist_ok=True)
        shutil.copy(repository.lesson(name), tmp_path / "course")
    return tmp_path


def of(steps: list[Step], name: str) -> Step:
    return next(step for step in steps if step.name == name)


def answer(workspace: Path, answers: dict[str, str]) -> Path:
    path = workspace / "exercises" / NAME / f"{NAME}.ipynb"
    path.write_text(notebook(NAME, answers))
    return path


def refuse(path: Path) -> Checked:
    raise AssertionError(f"{path} was run")


def test_nothing_is_run_before_anything_is_answered(repository: Course, workspace: Path):
    steps = look(repository, workspace, refuse)
    assert of(steps, NAME).answered == of(steps, NAME).cells_run == 0
    assert of(steps, NAME).cells > 10
    assert what_next(steps) == f"Next: lesson {NAME}."


def test_cells_that_were_run_count(repository: Course, workspace: Path):
    path = workspace / "course" / f"{NAME}.ipynb"
    lesson = json.loads(path.read_text())
    for cell in lesson["cells"]:
        if cell["cell_type"] == "code":
            cell["execution_count"] = 1
    path.write_text(json.dumps(lesson))
    steps = look(repository, workspace, refuse)
    assert of(steps, NAME).cells_run == of(steps, NAME).cells
    assert what_next(steps) == f"Next: exercise {NAME}."


def test_a_wrong_answer_is_what_comes_next_and_is_run_once(repository: Course, workspace: Path):
    answer(workspace, {Q2: "def polynomial():\n    return None"})
    steps = look(repository, workspace, check)
    step = of(steps, NAME)
    assert step.answered == step.answers
    assert not step.questions[Q2].is_passed
    assert what_next(steps).startswith(f"Next: {Q2} in exercise {NAME}. ")
    assert look(repository, workspace, refuse) == steps
    assert page(steps).count("\n| [") == len(steps)


def test_of_a_question_in_parts_the_part_that_failed_is_told(repository: Course, workspace: Path):
    answer(workspace, {})
    message = "program a: 2 of 2\nprogram b: 0 of 2 - it leaves its session open."

    def half(path: Path) -> Checked:
        return Checked({Q2: Score(10.0, 20.0, message)}, [])

    steps = look(repository, workspace, half)
    assert what_next(steps).endswith(". program b: 0 of 2 - it leaves its session open.")


def test_what_is_done_leads_to_the_next(repository: Course, workspace: Path):
    answer(workspace, {})

    def passes(path: Path) -> Checked:
        essay = {"lazy_execution_q7": Score(None, 10.0)}
        return Checked({Q2: Score(20.0, 20.0), **essay}, [])

    steps = look(repository, workspace, passes)
    assert of(steps, NAME).is_done
    assert what_next(steps) == f"Next: lesson {OTHER}."
    assert "1 of " in page(steps)


def test_what_comes_next_is_where_the_learner_works():
    begun = {name: Step(name, cells=9, answers=6) for name in ("01", "02", "03")}
    begun["01"] = replace(begun["01"], cells_run=4)
    begun["02"] = replace(begun["02"], answered=2)
    assert what_next(list(begun.values())) == "Next: the answers that are missing in exercise 02."
    passed = {"q1": progress.Item(5.0, 5.0)}
    begun["02"] = replace(begun["02"], answered=6, questions=passed)
    assert what_next(list(begun.values())) == "Next: lesson 03."
    begun["03"] = replace(begun["03"], answered=6, questions=passed)
    assert what_next(list(begun.values())) == "Next: lesson 01."


def test_what_was_begun_and_left_is_not_forgotten():
    steps = [Step("01", answers=6, answered=1), Step("02"), Step("03", answers=6, answered=2)]
    assert what_next(steps) == (
        "Next: the answers that are missing in exercise 03. Begun and not finished: exercise 01."
    )


def test_a_damaged_notebook_or_memory_is_no_end(repository: Course, workspace: Path):
    (workspace / "exercises" / NAME / f"{NAME}.ipynb").write_text("{")
    (workspace / ".progress.json").write_text("[")
    assert of(look(repository, workspace, refuse), NAME).problem


def test_a_bar_has_its_numbers():
    assert progress.bar(1, 2) == "███░░░░ 1/2"
    assert progress.bar(0, 0) == ""
