"""One run of a submission: a student's process, a judge's process, and the grader between them."""

import base64
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from coursegrader.judge.conversation import OUT_OF_TIME, Conversation, LostCall, TestResult
from coursegrader.judge.frames import Frame, Kind, ProtocolError, pack
from coursegrader.judge.observed import sentences
from coursegrader.judge.outputs import Output
from coursegrader.judge.plan import PlannedCell
from coursegrader.judge.records import clean_output
from coursegrader.judge.side import Lost, Side
from coursegrader.sandbox.launcher import Sandbox
from coursegrader.sandbox.limits import MEGABYTE, Limits

_OUTPUTS_PER_CELL = 1_000
_OUTPUT_BYTES_PER_CELL = 8 * MEGABYTE
_OUTPUT_BYTES = 16 * MEGABYTE
_LEFT_OUT = "... the outputs from here on were left out: the notebook shows too much\n"


@dataclass
class CellResult:
    """What running one cell in the student's process left behind.

    Attributes:
        outputs: outputs in Jupyter's format.
        ok: whether the cell ran to its end without an exception.
        lost: why the process could not go on after it, empty if it could.
        observed: what it was seen to try, by the student's process itself.
    """

    outputs: list[Output] = field(default_factory=list)
    ok: bool = False
    lost: str = ""
    observed: tuple[str, ...] = ()


class Trial:
    """A pair of fresh processes for one submission. Use it as a context manager.

    Args:
        student: the sandbox of the student's process.
        judge: the sandbox of the judge's process.
        limits: what each may use.
        deadline: when the submission has used up its time, as of time.monotonic().
        show_hidden: whether messages of hidden tests are meant for students.
    """

    def __init__(
        self, student: Sandbox, judge: Sandbox, limits: Limits, deadline: float, show_hidden: bool
    ) -> None:
        self._limits = limits
        self._deadline = deadline
        self._show_hidden = show_hidden
        self._bytes_left = _OUTPUT_BYTES
        self._judge = Side(judge, limits)
        try:
            self._student = Side(student, limits)
        except BaseException:
            self._judge.end()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._student.end()
        self._judge.end()

    def put_files(self, files: Mapping[str, bytes]) -> None:
        """Copy files into the working folders of both processes.

        Raises:
            Lost: a process did not take them.
        """
        for side in (self._student, self._judge):
            for name, data in files.items():
                message = {"name": name, "data": base64.b64encode(data).decode()}
                self._order(side, Kind.FILE, message, "did not take the files of the assignment")

    def run_cell(self, cell: PlannedCell) -> CellResult:
        """Run a cell in the student's process."""
        result = CellResult()
        deadline = self._until(self._limits.cell_seconds)
        late = f"did not finish within {self._limits.cell_seconds:g} s"
        late = OUT_OF_TIME if deadline == self._deadline else late
        sent = 0
        try:
            number = secrets.randbits(32)
            self._student.send(pack(Kind.RUN, number, {"source": cell.source}), deadline)
            while (frame := self._student.receive(deadline, late))[:2] != (Kind.DONE, number):
                sent += len(frame.payload)
                if frame.kind is not Kind.OUTPUT or sent > _OUTPUT_BYTES_PER_CELL:
                    self._student.refuse(f"{frame.kind.name} of {sent} bytes is not expected")
                room = self._room_for(len(frame.payload), result.outputs)
                if room and len(result.outputs) < _OUTPUTS_PER_CELL:
                    result.outputs.append(clean_output(self._parse(frame)))
            done = self._parse(frame)
            result.ok = done.get("ok") is True
            result.observed = sentences(done.get("observed"))
        except Lost as loss:
            result.lost = str(loss)
        self._add_raw(result.outputs)
        return result

    def run_setup(self, cell: PlannedCell) -> None:
        """Run what is the judge's of a set-up cell.

        Raises:
            Lost: the judge's process ended.
        """
        order = {"role": "setup", "source": cell.source}
        self._order(self._judge, Kind.RUN, order, "did not finish")

    def run_test(self, cell: PlannedCell, lost: LostCall | None) -> TestResult:
        """Run a test cell.

        Args:
            cell: the test cell.
            lost: the call from which on the student's process gives no answers in this cell, as
                found in an earlier trial.

        Raises:
            Lost: the judge's process ended or did not finish.
        """
        order = {
            "role": "test",
            "source": cell.source,
            "grade_id": cell.grade_id,
            "hidden": sorted(cell.hidden),
            "judge": sorted(cell.owners.judge),
            "student": sorted(cell.owners.student),
            "show_hidden": self._show_hidden,
        }
        conversation = Conversation(self._student, self._judge, self._limits, lost, self._deadline)
        result = conversation.run(order)
        self._add_raw([] if cell.hidden else result.outputs)
        return result

    def judge_said(self) -> str:
        """What the judge's process wrote past its tests: the trace of an error of its own."""
        return self._judge.take_raw()

    def _add_raw(self, outputs: list[Output]) -> None:
        """Add what the student's process has written past Python to the outputs."""
        raw = self._student.take_raw()
        if raw and self._room_for(len(raw), outputs):
            outputs.append({"output_type": "stream", "name": "stdout", "text": raw})

    def _room_for(self, size: int, outputs: list[Output]) -> bool:
        """Whether the submission may show that many bytes more; the first refusal is shown."""
        if self._bytes_left < 0:
            return False
        self._bytes_left -= size
        if self._bytes_left < 0:
            outputs.append({"output_type": "stream", "name": "stdout", "text": _LEFT_OUT})
        return self._bytes_left >= 0

    def _order(self, side: Side, kind: Kind, message: dict[str, Any], too_late: str) -> None:
        deadline = self._until(self._limits.cell_seconds)
        side.send(pack(kind, 0, message), deadline)
        side.receive(deadline, too_late)

    def _parse(self, frame: Frame) -> dict[str, Any]:
        """A message of the student's process; a malformed one ends the process."""
        try:
            return frame.json()
        except ProtocolError as error:
            self._student.refuse(str(error))

    def _until(self, seconds: float) -> float:
        return min(time.monotonic() + seconds, self._deadline)
