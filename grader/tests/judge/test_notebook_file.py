"""The outputs of a graded notebook, as a student reads them on a page of feedback."""

from coursegrader.judge.notebook_file import _outputs
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
