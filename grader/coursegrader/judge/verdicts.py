"""What became of a test cell, in words for the student."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coursegrader.judge import known
from coursegrader.judge.frames import Closed, ProtocolError
from coursegrader.judge.values import Ungradable
from coursegrader.scoring.rules import NO_ANSWER

if TYPE_CHECKING:
    from coursegrader.judge.test_cell import TestCell

REASON_LIMIT = 2_000
HIDDEN_FAILED = "A hidden test failed"
_DETAIL = re.compile(r" \(.*\)", re.DOTALL)  # exit codes and ids, which the student's code chooses


class StudentLost(Exception):
    """The student's process gives no more answers; the message says what it did."""


@dataclass(frozen=True)
class Verdict:
    """The result of one test cell.

    Attributes:
        ok: whether the cell ran to its end.
        points: partial credit as the cell's last line gave it, None for full marks.
        reason: why the cell failed, for the student.
        error: the name of the exception that ended it.
        lines: visible lines of the test that the exception passed through.
        trace: lines of the student's own code that it passed through.
        hidden: whether it failed in a hidden region.
        forged: the student's process sent what the protocol does not allow.
        observed: what the student's process was seen to try, by itself.
    """

    ok: bool
    points: float | None = None
    reason: str = ""
    error: str = ""
    lines: tuple[str, ...] = ()
    trace: str = ""
    hidden: bool = False
    forged: bool = False
    observed: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Verdict:
        """The inverse of `as_json`."""
        texts = {name: tuple(data[name]) for name in ("lines", "observed")}
        return cls(**{**data, **texts})


def verdict_of(error: BaseException, cell: TestCell) -> Verdict:
    """The verdict for a cell that an exception ended.

    Raises:
        Closed: the grader has gone, so that there is nobody to tell.
    """
    if isinstance(error, Closed):
        raise error
    hidden = cell.hides(error)
    forged = isinstance(error, ProtocolError)
    name = "ProtocolError" if forged else _known_name(error)
    reason = _hidden_reason(error, cell, name) if hidden else _reason(error, cell)
    lines = [cell.visible_line(number) for number in cell.lines(error)]
    return Verdict(
        ok=False,
        reason=reason[:REASON_LIMIT],
        error=name,
        lines=() if hidden else tuple(filter(None, lines)),
        trace="" if hidden else str(getattr(error, "student_trace", "")),
        hidden=hidden,
        forged=forged,
    )


def _reason(error: BaseException, cell: TestCell) -> str:
    if isinstance(error, StudentLost):
        return f"Your code {error}."
    if isinstance(error, Ungradable):
        return str(error)
    if isinstance(error, MemoryError):
        return "The grader ran out of memory when it examined your answer."
    if isinstance(error, ProtocolError):
        return _forged(error)
    if message := _message(error):
        return message
    numbers = cell.lines(error)
    line = cell.visible_line(numbers[-1]) if numbers else ""
    return f"This test failed: {line}" if line else "A test failed."


def _message(error: BaseException) -> str:
    """What an error says, with its class unless it is a failed assertion."""
    message = str(getattr(error, "message", None) or error).strip()
    if isinstance(error, NotImplementedError) and not message:
        return NO_ANSWER
    if isinstance(error, AssertionError):
        return message
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _hidden_reason(error: BaseException, cell: TestCell, name: str) -> str:
    """A reason that gives away neither the test nor what it passed to the student's code."""
    text = str(error) if cell.show_hidden else _DETAIL.sub("", str(error))
    if isinstance(error, StudentLost):
        return f"{HIDDEN_FAILED}: your code {text}."
    if isinstance(error, ProtocolError | Ungradable) and not cell.show_hidden:
        return f"{HIDDEN_FAILED}: the grader cannot examine what your code gave."
    if isinstance(error, ProtocolError):
        return _forged(error)
    if isinstance(error, Ungradable):
        return f"{HIDDEN_FAILED}: {text}"
    if cell.show_hidden:
        return _message(error) or f"{HIDDEN_FAILED}."
    if hasattr(error, "student_trace"):
        return f"{HIDDEN_FAILED}: your code raised {name}."
    return f"{HIDDEN_FAILED}." if isinstance(error, AssertionError) else f"{HIDDEN_FAILED}: {name}."


def _forged(error: ProtocolError) -> str:
    return f"Your code sent the grader what no answer looks like: {str(error)[:200]}."


def _known_name(error: BaseException) -> str:
    """The class of an error; the nearest one that both sides know, as names can carry messages."""
    return next(name for kind in type(error).__mro__ if (name := known.name_of(kind)))
