"""One test cell: the judge asks, the student's process answers, the grader passes it on.

The two take turns. Open questions form a stack, since each may ask while it is being asked. When
the student's process is lost, the judge gets an error for every answer that it still waits for,
so that the test cell comes to its end and its verdict.
"""

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from coursegrader.judge.frames import Frame, Kind, pack
from coursegrader.judge.outputs import Output
from coursegrader.judge.side import Lost, Side
from coursegrader.judge.verdicts import Verdict
from coursegrader.sandbox.limits import Limits

TOO_LONG = "needed more than"
OUT_OF_TIME = "was stopped: the submission had used up its time"


class LostCall(NamedTuple):
    """The call of a test cell that the student's process did not survive, counted from 1."""

    number: int
    reason: str


@dataclass
class TestResult:
    """What running one test cell gave.

    Attributes:
        verdict: the judge's verdict.
        outputs: outputs of the test cell in Jupyter's format.
        lost: the call at which the student's process was lost, None if it lives.
    """

    verdict: Verdict = field(default_factory=lambda: Verdict(ok=False))
    outputs: list[Output] = field(default_factory=list)
    lost: LostCall | None = None


class _Question(NamedTuple):
    by_judge: bool
    id: int


class Conversation:
    """Passes frames between the two sides until the test cell is done.

    Args:
        lost: a call that no answer is given to, as found in an earlier trial.
        deadline: when the submission has used up its time.
    """

    def __init__(
        self, student: Side, judge: Side, limits: Limits, lost: LostCall | None, deadline: float
    ) -> None:
        self._student = student
        self._judge = judge
        self._limits = limits
        self._deadline = deadline
        self._expected_loss = lost
        self._open: list[_Question] = []
        self._judges_turn = True
        self._calls = 0
        self._judge_seconds = limits.cell_seconds
        self._student_seconds = 0.0  # what is left of a call
        self._student_left = limits.cell_seconds  # and of all calls together
        self.result = TestResult()

    def run(self, order: dict[str, Any]) -> TestResult:
        """Run the test cell that `order` describes.

        Raises:
            Lost: the judge's process hung or ended.
        """
        self._judge.send(pack(Kind.RUN, 0, order), self._deadline)
        while True:
            if self.result.lost and self._open and self._open[-1].by_judge:
                self._answer_in_place(self.result.lost)
            elif not self._judges_turn:
                try:
                    self._students_move()
                except Lost as loss:
                    if self._judge.lost:
                        raise
                    self.result.lost = LostCall(self._calls, str(loss))
                    self._judges_turn = True
            elif self._judges_move():
                return self.result

    def _judges_move(self) -> bool:
        """Take the judge's next frame; True if the cell is done."""
        started = time.monotonic()
        late = f"{TOO_LONG} {self._limits.cell_seconds:g} s to examine"
        until = min(started + self._judge_seconds, self._deadline)
        frame = self._judge.receive(until, OUT_OF_TIME if until == self._deadline else late)
        self._judge_seconds -= time.monotonic() - started
        if frame.kind is Kind.DONE:
            self.result.verdict = Verdict.from_json(frame.json())
            return True
        if frame.kind is Kind.OUTPUT:
            self.result.outputs.append(frame.json())
        elif frame.kind is Kind.ANSWER:
            self._open.pop()
            self._pass_to_student(frame)
        else:
            self._judge_asks(frame)
        return False

    def _judge_asks(self, frame: Frame) -> None:
        if not self._open:
            self._calls += 1
            self._student_seconds = min(self._limits.call_seconds, self._student_left)
            expected = self._expected_loss
            if expected is not None and self._calls >= expected.number:
                self.result.lost = expected
        self._open.append(_Question(True, frame.id))
        self._pass_to_student(frame)

    def _pass_to_student(self, frame: Frame) -> None:
        if self.result.lost:
            return
        try:
            self._student.send(frame, self._until(self._student_seconds))
            self._judges_turn = False
        except Lost as loss:
            self.result.lost = LostCall(self._calls, str(loss))

    def _students_move(self) -> None:
        """Take the student's next frame; what is not expected ends the process."""
        started = time.monotonic()
        until = self._until(self._student_seconds)
        frame = self._student.receive(until, self._why_late(until))
        spent = time.monotonic() - started
        self._student_seconds -= spent
        self._student_left -= spent
        if frame.kind is Kind.OUTPUT:
            return  # printed by a thread of the student's while a call runs
        if frame.kind is Kind.ANSWER and self._open[-1] == _Question(True, frame.id):
            self._open.pop()
        elif frame.kind is Kind.ASK:
            self._open.append(_Question(False, frame.id))
        else:
            self._student.refuse(f"{frame.kind.name} {frame.id} is not expected")
        self._judge.send(frame, self._deadline)
        self._judges_turn = True

    def _why_late(self, until: float) -> str:
        """Why the student's process is given up if nothing has come by then."""
        if until == self._deadline:
            return OUT_OF_TIME
        if self._student_seconds == self._student_left:
            return f"did not return within {self._limits.cell_seconds:g} s, all calls together"
        limit = f"{self._limits.call_seconds:g} s"
        return f"did not return within {limit}: a loop never ends, or a run waits for ever"

    def _answer_in_place(self, lost: LostCall) -> None:
        """Give the judge an error for the answer that will not come."""
        answer = pack(Kind.ANSWER, self._open.pop().id, {"lost": lost.reason})
        self._judge.send(answer, self._deadline)

    def _until(self, seconds: float) -> float:
        return min(time.monotonic() + seconds, self._deadline)
