"""The score of a cell is nbgrader's, to the letter."""

import warnings

import pytest
from nbformat.notebooknode import from_dict

from coursegrader.scoring import rules
from coursegrader.scoring.outcome import NOT_RUN, Outcome, Status

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from nbgrader.utils import determine_grade

POINTS = 5.0


def stream(name: str, text: str = "text\n") -> dict:
    return {"output_type": "stream", "name": name, "text": text}


def result(text: str) -> dict:
    return {"output_type": "execute_result", "data": {"text/plain": text}}


def display(text: str) -> dict:
    return {"output_type": "display_data", "data": {"text/plain": text}}


ERROR = {"output_type": "error", "ename": "AssertionError", "evalue": "no", "traceback": []}

OUTPUTS = {
    "silence": [],
    "stdout": [stream("stdout")],
    "stderr": [stream("stderr")],
    "stdout before stderr": [stream("stdout"), stream("stderr")],
    "error": [ERROR],
    "error after stdout": [stream("stdout"), ERROR],
    "partial": [result("3")],
    "fraction": [result("2.5")],
    "zero": [result("0")],
    "full": [result("5.0")],
    "negative": [result("-1")],
    "not a number": [result("nan")],
    "text": [result("'three'")],
    "None is no result": [result("None")],
    "display is no credit": [display("0")],
    "partial before error": [result("3"), ERROR],
    "partial before stderr": [result("3"), stream("stderr")],
    "stderr before partial": [stream("stderr"), result("3")],
    "two results": [result("1"), result("4")],
    "display before partial": [display("1"), result("4")],
}


@pytest.mark.parametrize("outputs", OUTPUTS.values(), ids=OUTPUTS)
def test_nbgrader_gives_the_same(outputs: list[dict]):
    cell = from_dict(
        {
            "cell_type": "code",
            "source": "",
            "outputs": outputs,
            "metadata": {"nbgrader": {"grade": True, "solution": False, "points": POINTS}},
        }
    )
    theirs, _ = determine_grade(cell)
    assert rules.score(Outcome(tuple(outputs)), POINTS).score == theirs


def test_more_than_the_points_is_refused_as_by_nbgrader():
    with pytest.raises(rules.PartialCreditError, match="gave 6 points and is worth 5"):
        rules.score(Outcome((result("6"),)), POINTS)


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        (Outcome((ERROR,)), "no"),
        (Outcome(({**ERROR, "ename": "NameError"},)), "NameError: no"),
        (
            Outcome(({**ERROR, "ename": "NotImplementedError", "evalue": ""},)),
            "There is no answer yet: the code still raises NotImplementedError.",
        ),
        (Outcome((stream("stderr", "careful\n"),)), "The cell wrote to stderr: careful"),
        (Outcome((ERROR,), Status.TIMEOUT), rules.TIMED_OUT),
        (NOT_RUN, rules.NO_RESULT),
    ],
)
def test_each_lost_point_has_a_reason(outcome: Outcome, reason: str):
    score = rules.score(outcome, POINTS)
    assert (score.score, score.reason) == (0.0, reason)


def test_the_reason_for_partial_credit_is_what_the_cell_says_and_not_its_score():
    outcome = Outcome((display("1 of 3: the dtype"), display("2 of 2"), result("3")))
    assert rules.score(outcome, POINTS) == rules.Score(3.0, POINTS, "1 of 3: the dtype\n2 of 2")


def test_full_marks_need_no_reason():
    assert rules.score(Outcome(), POINTS) == rules.Score(POINTS, POINTS)
