"""nbgrader's rules for the score of an autograded cell, with a reason for each lost point.

An error or any text on stderr is zero; else a number as the value of the last expression is partial
credit; else the cell has full marks. The first output that decides wins, as in nbgrader.
"""

from __future__ import annotations

from dataclasses import dataclass

from coursegrader.scoring.outcome import Outcome, Output, Status

NO_ANSWER = "There is no answer yet: the code still raises NotImplementedError."
NO_TEXT = "There is no answer yet."
NO_RESULT = "The cell did not run: the process that runs the notebook had ended."
TIMED_OUT = "The cell was stopped, it ran too long: a loop never ends, or a run waits for ever."


class PartialCreditError(ValueError):
    """A test cell gave more points than it is worth."""


@dataclass(frozen=True)
class Score:
    """The points of one graded cell.

    Attributes:
      score: the points earned, None when a person has to grade the cell.
      max_score: what the cell is worth.
      reason: why points are missing, empty when none are.
    """

    score: float | None
    max_score: float
    reason: str = ""

    @property
    def is_full(self) -> bool:
        """Whether all points were earned."""
        return self.score == self.max_score


def gives_up(outcome: Outcome) -> bool:
    """Whether a cell ended with the `raise NotImplementedError()` of a handout."""
    error = outcome.error
    return bool(error and error["ename"] == "NotImplementedError" and not error["evalue"])


def score(outcome: Outcome, points: float) -> Score:
    """The score of an autograded cell.

    Raises:
      PartialCreditError: the cell gave more points than it is worth.
    """
    if outcome.status is Status.NOT_RUN:
        return Score(0.0, points, NO_RESULT)
    for output in outcome.outputs:
        kind = output["output_type"]
        if kind == "error" or (kind == "stream" and output["name"] == "stderr"):
            return Score(0.0, points, _reason(outcome))
        if kind == "execute_result":
            return _partial(output, outcome, points)
    return Score(points, points)


def _partial(output: Output, outcome: Outcome, points: float) -> Score:
    try:
        value = float(output["data"]["text/plain"])
    except ValueError:
        return Score(points, points)
    if not value >= 0.0:
        return Score(points, points)
    if value > points:
        raise PartialCreditError(f"the cell gave {value:g} points and is worth {points:g}")
    said = Outcome(tuple(other for other in outcome.outputs if other is not output)).text()
    return Score(value, points, "" if value == points else said)


def _reason(outcome: Outcome) -> str:
    if outcome.status is Status.TIMEOUT:
        return TIMED_OUT
    error = outcome.error
    if error is None:
        return f"The cell wrote to stderr: {outcome.stream('stderr').strip()}"
    if gives_up(outcome):
        return NO_ANSWER
    if error["ename"] == "AssertionError":
        return str(error["evalue"]).strip()
    return f"{error['ename']}: {error['evalue']}".strip()
