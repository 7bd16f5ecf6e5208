"""A student's own check says which questions pass, and why the others do not."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from coursegrader.check import check
from coursegrader.course import Course
from coursegrader.notebooks import NotebookError
from coursegrader.scoring import rules
from coursegrader.scoring.outcome import Outcome

NAME = "01_lazy_execution"


@pytest.fixture
def workspace(repository: Course, tmp_path: Path) -> Path:
    """A course as a student has it, with a copy of the handout to work in."""
    shutil.copytree(repository.exercises, tmp_path / "exercises")
    shutil.copy(repository.root / "nbgrader_config.py", tmp_path)
    mine = tmp_path / "workspace" / "exercises" / NAME / f"{NAME}.ipynb"
    mine.parent.mkdir(parents=True)
    shutil.copy(repository.handout(NAME), mine)
    return mine


def write(notebook: Path, grade_id: str, source: str) -> None:
    content = json.loads(notebook.read_text())
    for cell in content["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id:
            cell["source"] = source
    notebook.write_text(json.dumps(content))


def test_the_untouched_handout_passes_nothing(workspace: Path):
    result = check(workspace)
    assert not result.passed
    assert [score.score for score in result.scores.values()] == [0] * 7
    assert all(score.reason for score in result.scores.values())
    assert result.restored == []


def test_a_question_in_parts_without_an_answer_says_so_once(repository: Course, tmp_path: Path):
    mine = tmp_path / "mine.ipynb"
    shutil.copy(repository.handout("03_fetches"), mine)
    assert check(mine).scores["fetches_q1"].reason == rules.NO_ANSWER


def test_an_answered_question_passes_and_the_others_say_why(workspace: Path):
    write(workspace, "lazy_execution_q6", SOLUTION)
    write(workspace, "lazy_execution_q7", "Because nothing has been run.")
    scores = check(workspace).scores
    assert scores["lazy_execution_q6"].is_full
    assert scores["lazy_execution_q7"].score is None
    assert "There is no answer yet" in scores["lazy_execution_q2"].reason


SOLUTION = """
def needed(tensor):
    names = {tensor.op.name}
    for op in reversed(tensor.graph.get_operations()):
        if op.name in names:
            names.update(i.op.name for i in op.inputs)
    return names
"""


def test_a_test_cell_that_was_changed_is_restored_and_named(workspace: Path):
    write(workspace, "lazy_execution_q6_test", "pass")
    result = check(workspace)
    assert result.restored == ["lazy_execution_q6_test"]
    assert result.scores["lazy_execution_q6"].score == 0


def test_a_process_that_dies_keeps_what_passed_before_and_says_so(workspace: Path):
    write(workspace, "lazy_execution_q1", 'operations, kind, value = 5, "tensor", 14.0')
    write(workspace, "lazy_execution_q2", "import os\nos._exit(1)")
    scores = check(workspace).scores
    assert scores["lazy_execution_q1"].is_full
    assert scores["lazy_execution_q3"].reason == rules.NO_RESULT


def test_the_notebook_itself_is_not_written(workspace: Path):
    before = workspace.read_bytes()
    check(workspace)
    assert workspace.read_bytes() == before


def test_a_notebook_outside_a_course_is_checked_with_its_own_tests(
    workspace: Path, tmp_path_factory: pytest.TempPathFactory
):
    alone = tmp_path_factory.mktemp("alone") / "mine.ipynb"
    shutil.copy(workspace, alone)
    assert len(check(alone).scores) == 7


def test_another_way_of_running_cells_may_be_given(workspace: Path):
    seen = []

    def run(cells: Sequence[str], cwd: Path, timeout: float) -> list[Outcome]:
        seen.append((len(cells), cwd))
        return [Outcome()] * len(cells)

    assert check(workspace, run).scores["lazy_execution_q2"].is_full
    assert seen == [(16, workspace.parent)]


def test_a_notebook_without_questions_is_refused(repository: Course):
    with pytest.raises(NotebookError, match="no graded cell"):
        check(repository.lesson(NAME))
