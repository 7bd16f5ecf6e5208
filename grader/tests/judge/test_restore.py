"""The instructor's cells are put back, the student's answers are kept, changes are told."""

import pytest
from nbformat import from_dict
from nbgrader.utils import compute_checksum

from coursegrader.judge.restore import Restored, answers_of, restore
from coursegrader.judge.submission import Submission, SubmittedCell
from coursegrader.notebooks import Cell, Notebook
from coursegrader.regions import CODE_STUB, TEXT_STUB

TEST = "assert f() == 1\n### BEGIN HIDDEN TESTS\nassert f(2) == 3\n### END HIDDEN TESTS"
SEEN = "assert f() == 1"
ANSWER = "def f():\n    ### BEGIN SOLUTION\n    return 1\n    ### END SOLUTION"
ESSAY = "### BEGIN SOLUTION\nX\n### END SOLUTION"
HANDOUT = "def f():\n    # YOUR CODE HERE\n    raise NotImplementedError()"


def original(kind: str, source: str, grade_id: str | None, **more) -> Cell:
    return Cell(kind, source, grade_id=grade_id, **more)


SOURCE = Notebook(
    "n",
    (
        original("markdown", "Text", None),
        original("code", "import os", "setup", locked=True),
        original("code", ANSWER, "q1", solution=True),
        original("code", TEST, "q1_test", grade=True, locked=True, points=2.0),
        original("markdown", ESSAY, "q2", grade=True, solution=True, points=3.0),
    ),
)


def cell(source: str, grade_id: str | None = None, kind: str = "code", **more) -> SubmittedCell:
    return SubmittedCell(kind, source, grade_id, **more)


def honest(**changes: SubmittedCell | None) -> list[SubmittedCell]:
    cells = {
        "text": cell("Text", kind="markdown"),
        "setup": cell("import os", "setup"),
        "q1": cell("def f(): return 1", "q1"),
        "q1_test": cell(SEEN, "q1_test"),
        "q2": cell("Because.", "q2", "markdown"),
        **changes,
    }
    return [given for given in cells.values() if given is not None]


def restored(cells: list[SubmittedCell]) -> Restored:
    return restore(SOURCE, Submission(tuple(cells)), code_stub=CODE_STUB, text_stub=TEXT_STUB)


def ids(found: Restored) -> list[str]:
    return [one.grade_id for one in found.cells]


def test_an_honest_notebook_has_the_instructors_tests_and_no_anomaly():
    found = restored(honest())
    assert ids(found) == ["", "setup", "q1", "q1_test", "q2"]
    assert found.cells[3].source == TEST
    assert found.cells[2].source == "def f(): return 1"
    assert (found.anomalies, found.missing, found.unanswered) == ((), frozenset(), frozenset())


@pytest.mark.parametrize(
    ("changes", "anomaly"),
    [
        ({"q1_test": cell("pass", "q1_test")}, "test cell q1_test was edited"),
        ({"q1_test": None}, "test cell q1_test was missing; it was put back"),
        ({"q1_test": cell(SEEN, "q1_test", "markdown")}, "was made a markdown cell"),
        ({"q1_test": cell(SEEN, None)}, "test cell q1_test was missing"),
        ({"q1_test": cell(SEEN, "other")}, "unknown id 'other'"),
        ({"q1_test": cell(SEEN, "q1_test", claims={"solution": True})}, "metadata changed"),
        ({"q1_test": cell(SEEN, "q1_test", claims={"points": 99})}, "metadata changed"),
        ({"q1_test": cell(SEEN, "q1_test", claims={"points": "x"})}, "metadata changed"),
        ({"q1_test": cell(SEEN, "q1_test", tags=("raises-exception",))}, "tagged raises-exception"),
        ({"setup": cell("import sys", "setup")}, "locked cell setup was edited"),
        ({"extra": cell("pass", "q1_test")}, "second cell q1_test"),
        ({"q1": None}, "answer q1 was deleted"),
    ],
)
def test_what_was_changed_is_told_and_the_test_is_the_instructors(changes, anomaly: str):
    found = restored(honest(**changes))
    assert any(anomaly in text for text in found.anomalies), found.anomalies
    tests = [one for one in found.cells if one.grade_id == "q1_test"]
    assert [one.source for one in tests] == [TEST]
    assert tests[0].kind == "code"


def test_a_forged_test_before_the_real_one_is_the_one_that_counts_as_extra():
    cells = honest()
    found = restored([cell("pass", "q1_test"), *cells])
    assert [one.source for one in found.cells[:2]] == ["pass", "Text"]
    assert found.anomalies == ("There is a second cell q1_test; it counts as an ordinary cell.",)


def test_moved_cells_are_put_back_and_own_cells_stay_behind_what_they_followed():
    text, setup, q1, q1_test, q2 = honest()
    own = cell("helper = 1")
    found = restored([text, setup, q1_test, q1, own, q2])
    assert ids(found) == ["", "setup", "q1", "", "q1_test", "q2"]
    assert found.cells[3].source == "helper = 1"
    assert "Cells of the assignment were moved; they were put back in order." in found.anomalies


def test_deleted_and_untouched_answers_are_known():
    found = restored(honest(q1=cell(HANDOUT, "q1"), q2=None))
    assert found.unanswered == {"q1"}
    assert found.missing == {"q2"}
    assert found.cells[-1].source == TEXT_STUB
    assert restored(honest(q1=cell(" \n", "q1"))).unanswered == {"q1"}


def test_an_answer_that_became_text_is_code_again():
    found = restored(honest(q1=cell("def f(): return 1", "q1", "markdown")))
    assert found.cells[2].kind == "code"
    assert "The answer q1 was made a markdown cell; that was undone." in found.anomalies


def test_a_test_is_about_the_answers_since_the_test_before():
    assert answers_of(SOURCE.tests(), SOURCE.cells) == {"q1_test": ["q1"]}
    tests = [Cell("code", "", f"t{n}", 1.0, grade=True, locked=True) for n in range(3)]
    answers = [Cell("code", "", f"a{n}", solution=True) for n in range(3)]
    cells = [answers[0], answers[1], tests[0], tests[1], answers[2], tests[2]]
    assert answers_of(tests, cells) == {"t0": ["a0", "a1"], "t1": ["a0", "a1"], "t2": ["a2"]}


def test_a_test_cell_of_an_earlier_handout_was_not_edited():
    claims = {"grade_id": "q1_test", "grade": True, "locked": True, "points": 2}
    content = {"cell_type": "code", "source": "assert f()", "metadata": {"nbgrader": claims}}
    claims["checksum"] = compute_checksum(from_dict(content))
    found = restored(honest(q1_test=cell("assert f()", "q1_test", claims=claims)))
    assert len(found.anomalies) == 1
    assert "q1_test is from another version of the assignment" in found.anomalies[0]
    assert found.cells[3].source == TEST


@pytest.mark.parametrize("claims", [{}, {"points": [], "grade": 1}, {"grade_id": 10**400}])
def test_an_edited_test_cell_with_any_checksum_was_edited(claims: dict[str, object]):
    given = {"grade_id": "q1_test", "grade": True, "points": 2.0, "checksum": "0" * 32, **claims}
    found = restored(honest(q1_test=cell("pass", "q1_test", claims=given)))
    assert "The test cell q1_test was edited; the original was used." in found.anomalies
