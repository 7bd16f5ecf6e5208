"""The results of a grading run, and the JSON file that `--json` writes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

VERSION = 1
NOT_ANSWERED = "This question was not answered."


class Status(StrEnum):
    """Whether a submission could be graded at all."""

    GRADED = "graded"
    FAILED = "failed"


@dataclass(frozen=True)
class QuestionResult:
    """The points of one graded cell.

    Attributes:
        score: the points earned; None if a person has to grade it.
        max_score: what it is worth.
        reason: why points are missing, for the student; empty if none are.
    """

    score: float | None
    max_score: float
    reason: str = ""


@dataclass(frozen=True)
class SubmissionResult:
    """The result of one submission.

    Attributes:
        student: whose it is.
        status: whether it could be graded.
        questions: a result for each graded cell of the assignment, by grade_id.
        reason: why it could not be graded, or what its file was like; one sentence or empty.
        anomalies: what the instructor should know: changed test cells, exceeded limits and so on.
    """

    student: str
    status: Status
    questions: dict[str, QuestionResult] = field(default_factory=dict)
    reason: str = ""
    anomalies: tuple[str, ...] = ()

    @property
    def score(self) -> float:
        """The points earned by the questions that need no person."""
        return sum(question.score or 0.0 for question in self.questions.values())

    @property
    def max_score(self) -> float:
        """What the assignment is worth."""
        return sum(question.max_score for question in self.questions.values())

    @property
    def remarks(self) -> list[str]:
        """The reason, and the anomalies that it does not hold already."""
        others = [anomaly for anomaly in self.anomalies if anomaly not in self.reason]
        return [text for text in (self.reason, *others) if text]

    def as_json(self) -> dict[str, Any]:
        """The result as the JSON file has it."""
        return {
            "student": self.student,
            "status": str(self.status),
            "score": self.score,
            "max_score": self.max_score,
            "reason": self.reason,
            "questions": {
                grade_id: {
                    "score": question.score,
                    "max_score": question.max_score,
                    "reason": question.reason,
                }
                for grade_id, question in self.questions.items()
            },
            "anomalies": list(self.anomalies),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "SubmissionResult":
        """The inverse of `as_json`."""
        return cls(
            student=data["student"],
            status=Status(data["status"]),
            questions={
                grade_id: QuestionResult(**question)
                for grade_id, question in data["questions"].items()
            },
            reason=data["reason"],
            anomalies=tuple(data["anomalies"]),
        )


def report(assignment: str, results: Sequence[SubmissionResult]) -> dict[str, Any]:
    """The content of the JSON file for a whole assignment; `SCHEMA` describes it."""
    return {
        "version": VERSION,
        "assignment": assignment,
        "submissions": [result.as_json() for result in results],
    }


_NUMBER_OR_NULL = {"type": ["number", "null"]}

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "assignment", "submissions"],
    "properties": {
        "version": {"const": VERSION},
        "assignment": {"type": "string"},
        "submissions": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": [
                    *("student", "status", "score", "max_score"),
                    *("reason", "questions", "anomalies"),
                ],
                "properties": {
                    "student": {"type": "string"},
                    "status": {"enum": [str(status) for status in Status]},
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "reason": {"type": "string"},
                    "anomalies": {"type": "array", "items": {"type": "string"}},
                    "questions": {
                        "type": "object",
                        "additionalProperties": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["score", "max_score", "reason"],
                            "properties": {
                                "score": _NUMBER_OR_NULL,
                                "max_score": {"type": "number"},
                                "reason": {"type": "string"},
                            },
                        },
                    },
                },
            },
        },
    },
}
"""The schema of the JSON file."""
