"""Stored answers: right and wrong ones, each a file with the text of one answer cell.

A file begins with comment lines. Those of the form `# key: value` are its header:

    # question: lazy_execution_q2
    # loses: 20
    # message: whatever is fed
    # The value is computed once in Python, so the tensor is a constant.

`question` is required; `loses` (points) and `message` (a part of what the student must see) belong
to wrong answers. The other comment lines say what the answer is about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from coursegrader.course import Course

_HEADER = re.compile(r"#\s*(question|loses|message):\s*(.+?)\s*$")


class AnswerError(ValueError):
    """The header of a stored answer is not complete."""


@dataclass(frozen=True)
class StoredAnswer:
    """An answer to one question.

    Attributes:
      name: the file's name without its suffix.
      question: the grade_id of the question.
      source: the text of the answer cell.
      loses: the points that it must lose; 0 for a right answer.
      message: a part of the message that a student with this answer must see.
      about: what the comment says.
    """

    name: str
    question: str
    source: str
    loses: float = 0.0
    message: str = ""
    about: str = ""


def read_answer(path: Path, *, wrong: bool) -> StoredAnswer:
    """Read one stored answer.

    Raises:
      AnswerError: the header lacks something.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    length = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    header: dict[str, str] = {}
    about: list[str] = []
    for line in lines[:length]:
        if match := _HEADER.match(line):
            header[match[1]] = match[2]
        else:
            about.append(line.lstrip("# "))
    required = {"question", "loses", "message"} if wrong else {"question"}
    if missing := required - set(header):
        raise AnswerError(f"{path.name}: the header lacks {', '.join(sorted(missing))}")
    if not any(about):
        raise AnswerError(f"{path.name}: no comment says what the answer is about")
    return StoredAnswer(
        name=path.stem,
        question=header["question"],
        source="\n".join(lines[length:]).strip("\n"),
        loses=float(header.get("loses", 0)),
        message=header.get("message", ""),
        about=" ".join(about).strip(),
    )


def wrong_answers(course: Course, assignment: str) -> list[StoredAnswer]:
    """The wrong answers stored for an assignment."""
    directory = course.answers / assignment / "wrong"
    return [read_answer(path, wrong=True) for path in sorted(directory.glob("*.py"))]


def right_answers(course: Course, assignment: str) -> list[StoredAnswer]:
    """The unusual but right answers stored for an assignment."""
    directory = course.answers / assignment / "right"
    return [read_answer(path, wrong=False) for path in sorted(directory.glob("*.py"))]
