"""The outputs of a graded notebook, as a student reads them on a page of feedback."""

import pytest
from nbformat import from_dict
from nbgrader.utils import determine_grade

from coursegrader.judge.assignment import Assignment
from coursegrader.judge.notebook_file import CUT, _cell, _outputs
from coursegrader.judge.restore import RestoredCell
from coursegrader.judge.results import NOT_ANSWERED, QuestionResult
from coursegrader.judge.sanitise import Effort
from coursegrader.judge.supervisor import CellOutcome
from coursegrader.judge.verdicts import Verdict
from coursegrader.notebooks import Cell

TEST = RestoredCell("code", "", Cell("code", "", "q1_test", 2.0, grade=True, locked=True))
PARTS = CellOutcome(
    [{"output_type": "stream", "name": "stdout", "text": "NameError: name 'f'"}],
    ok=True,
    verdict=Verdict(ok=True, points=0.0),
)


def test_the_test_of_a_question_without_an_answer_shows_one_sentence():
    (shown,) = _outputs(TEST, PARTS, QuestionResult(0.0, 2.0, NOT_ANSWERED), Effort())
    assert shown["traceback"] == [NOT_ANSWERED]


def test_the_test_of_an_answer_that_fails_shows_what_its_parts_say():
    said, error = _outputs(TEST, PARTS, QuestionResult(0.0, 2.0, "first: 0 of 1"), Effort())
    assert said["text"] == "NameError: name 'f'"
    assert error["traceback"] == ["first: 0 of 1"]


@pytest.mark.parametrize(("text", "score"), [("", 0), (" \n", 0), ("A text.", None)])
def test_nbgrader_takes_an_empty_essay_for_unanswered(text: str, score: float | None):
    original = Cell("markdown", "YOUR ANSWER HERE", "q1", 2.0, grade=True, solution=True)
    claims = {"grade_id": "q1", "grade": True, "solution": True, "locked": False, "points": 2.0}
    raw = {"metadata": {"nbgrader": {**claims, "schema_version": 3}}}
    stubs = Assignment("ps1", (), {}, {}, "", "")
    built = _cell(RestoredCell("markdown", text, original), raw, 0, stubs, Effort())
    assert determine_grade(from_dict(built)) == (score, 2.0)


def test_code_that_would_take_long_to_colour_is_cut():
    def shown(*sources: str) -> list[str]:
        assignment, effort = Assignment("ps1", (), {}), Effort()
        cells = [RestoredCell("code", source) for source in sources]
        return [str(_cell(cell, None, 0, assignment, effort)["source"]) for cell in cells]

    (dotted,) = shown("a." * 10_000)
    assert len(dotted) < 1_200
    assert dotted.endswith(CUT)
    honest = "value = compute(1, 2, 3)\n" * 2_000
    found = shown(*[honest] * 100)
    assert found[0] == honest
    assert sum(map(len, found)) < 3_000_000
