"""Notebooks are read into questions, and files that are none are named in a sentence."""

import json
from pathlib import Path

import pytest

from coursegrader import notebooks
from coursegrader.course import Course
from coursegrader.notebooks import Cell, Notebook, NotebookError

NOTEBOOK = Notebook(
    "sums",
    (
        Cell("code", "setup", "sums_setup", locked=True),
        Cell("code", "one", "sums_q1", solution=True),
        Cell("code", "test one", "sums_q1_test", 2.0, grade=True),
        Cell("code", "two", "sums_q2", solution=True),
        Cell("code", "test two", "sums_q2_test", 3.0, grade=True),
        Cell("markdown", "three", "sums_q3", 5.0, grade=True, solution=True),
        Cell("code", "alone", "sums_q4_test", 1.0, grade=True),
    ),
)


def test_a_question_is_an_answer_and_its_test():
    assert [(q.grade_id, q.answer, q.test, q.points) for q in NOTEBOOK.questions()] == [
        ("sums_q1", 1, 2, 2.0),
        ("sums_q2", 3, 4, 3.0),
    ]


def test_roles_of_cells():
    assert [cell.is_answer for cell in NOTEBOOK.cells] == [False, True, False, True] + [False] * 3
    assert [cell.is_manual for cell in NOTEBOOK.cells][5]
    assert len(NOTEBOOK.graded()) == 4
    assert len(NOTEBOOK.tests()) == 3


def test_answers_replace_cells_by_id():
    changed = NOTEBOOK.with_answers({"sums_q2": "other"})
    assert [cell.source for cell in changed.cells][3] == "other"
    assert changed.cells[1] == NOTEBOOK.cells[1]


def test_what_one_question_needs_has_no_other_tests():
    alone = NOTEBOOK.for_question(NOTEBOOK.question("sums_q2"))
    assert [cell.source for cell in alone.cells] == ["setup", "one", "two", "test two"]


def test_an_unknown_question_is_an_error():
    with pytest.raises(KeyError):
        NOTEBOOK.question("sums_q9")


def test_the_committed_source_is_read(repository: Course):
    source = notebooks.read(repository.source("01_lazy_execution"))
    assert [q.grade_id for q in source.questions()] == [f"lazy_execution_q{n}" for n in range(1, 7)]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "cannot be read as a notebook"),
        (b"[]", "is not a Jupyter notebook of format 4"),
        (json.dumps({"worksheets": []}).encode(), "is not a Jupyter notebook of format 4"),
        (b"\xff\xfe", "cannot be read as a notebook"),
    ],
)
def test_a_file_that_is_no_notebook_is_one_sentence(tmp_path: Path, content: bytes, said: str):
    path = tmp_path / "a.ipynb"
    path.write_bytes(content)
    with pytest.raises(NotebookError, match=said):
        notebooks.read(path)


def test_a_missing_file_is_one_sentence(tmp_path: Path):
    with pytest.raises(NotebookError, match="There is no notebook"):
        notebooks.read(tmp_path / "a.ipynb")
