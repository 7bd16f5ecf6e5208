"""Classical test statistics of an assignment: how hard a question is, and what it tells apart."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from coursegrader.batch.gradebook_file import Grade
from coursegrader.batch.unit import Record
from coursegrader.judge.results import Status
from coursegrader.notebooks import TEST_SUFFIX

FEWEST = 5
"""With fewer students, discrimination is noise."""
MESSAGES = 5
_PART = re.compile(r": (?P<earned>\S+) of (?P<points>[^\s-]+)( - |$)")
_NUMBER = re.compile(r"-?\b\d+(\.\d+)?(e[+-]?\d+)?\b")


@dataclass(frozen=True)
class Message:
    """A reason for lost points: how many lost them for it, and one example."""

    count: int
    example: str


@dataclass
class Question:
    """One question over all students.

    Attributes:
        name: the question, and its notebook where an assignment has several.
        max_score: what it is worth.
        scores: the points of each student whose answer is graded.
        waiting: how many answers a person has still to grade.
        difficulty: the mean share of its points, from 0 (nobody) to 1 (everybody); None if nobody
            is graded.
        discrimination: the correlation between this question and the sum of all others, from -1 to
            1: low where those who know the rest do no better here. None where it cannot be told.
        messages: the most frequent reasons for lost points.
    """

    name: str
    max_score: float
    scores: dict[str, float] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)
    waiting: int = 0
    difficulty: float | None = None
    discrimination: float | None = None
    messages: list[Message] = field(default_factory=list)


@dataclass(frozen=True)
class Total:
    """The grade of one student: points, less what being late costs.

    Attributes:
        score: the points that count.
        max_score: what the assignment is worth.
        is_open: whether a person has still to grade a question.
        name: the student's first and last name, as far as the gradebook has them.
    """

    score: float
    max_score: float
    is_open: bool
    name: str = ""


def totals(grades: Sequence[Grade]) -> dict[str, Total]:
    """The grade of each student, as nbgrader's export has it."""
    found: dict[str, Total] = {}
    penalties: dict[tuple[str, str], float] = {}
    for grade in grades:
        before = found.get(grade.student, Total(0.0, 0.0, False))
        found[grade.student] = Total(
            before.score + grade.score,
            before.max_score + grade.max_score,
            before.is_open or bool(grade.is_open),
            grade.name,
        )
        penalties[grade.student, grade.notebook] = grade.penalty
    for (student, _), penalty in penalties.items():
        total = found[student]
        found[student] = replace(total, score=max(0.0, total.score - penalty))
    return found


def questions(grades: Sequence[Grade], records: Sequence[Record]) -> list[Question]:
    """The statistics of every question, in the order of the notebooks.

    Submissions that could not be run say nothing about a question and are left out.
    """
    failed = {r.result.student for r in records if r.result.status is Status.FAILED}
    grades = [grade for grade in grades if grade.student not in failed]
    several = len({grade.notebook for grade in grades}) > 1
    found: dict[str, Question] = {}
    for grade in grades:
        key = f"{grade.notebook}/{grade.cell}" if several else grade.cell
        name = key.removesuffix(TEST_SUFFIX)
        question = found.setdefault(key, Question(name, grade.max_score))
        if grade.is_open:
            question.waiting += 1
        else:
            question.scores[grade.student] = grade.score
            if grade.manual_score is None and not grade.score:
                question.unread.add(grade.student)
    _add_messages(found, (r for r in records if r.result.student not in failed))
    for question in found.values():
        _add_statistics(question, list(found.values()))
    return [found[key] for key in sorted(found, key=_natural)]


def _add_messages(found: dict[str, Question], records: Iterable[Record]) -> None:
    """Count reasons; those that differ by their numbers alone are one."""
    counts: dict[str, Counter[str]] = {}
    examples: dict[str, str] = {}
    for record in records:
        for key, result in record.result.questions.items():
            if key in found and result.reason and result.score is not None:
                for example in _examples(result.reason.strip().split("\n")):
                    kind = _NUMBER.sub("#", example)
                    examples.setdefault(kind, example)
                    counts.setdefault(key, Counter())[kind] += 1
    for key, counter in counts.items():
        common = counter.most_common(MESSAGES)
        found[key].messages = [Message(count, examples[kind]) for kind, count in common]


def _examples(lines: list[str]) -> list[str]:
    """The parts of an answer that lost points; if it has no parts, the first line."""
    parts = [(line, _PART.search(line)) for line in lines]
    lost = [line for line, part in parts if part and part["earned"] != part["points"]]
    return lost or lines[:1]


def _add_statistics(question: Question, everything: Sequence[Question]) -> None:
    if not question.scores or not question.max_score:
        return
    # While answers wait for a person, those that nobody wrote do not stand for the class.
    left_out = question.unread if question.waiting else set()
    counted = {name: score for name, score in question.scores.items() if name not in left_out}
    if not counted:
        return
    shares = {student: score / question.max_score for student, score in counted.items()}
    question.difficulty = statistics.fmean(shares.values())
    others = [other for other in everything if other is not question]
    rest = {student: sum(o.scores.get(student, 0.0) for o in others) for student in shares}
    if len(shares) >= FEWEST and len(set(shares.values())) > 1 and len(set(rest.values())) > 1:
        ordered = list(shares)
        question.discrimination = statistics.correlation(
            [shares[student] for student in ordered], [rest[student] for student in ordered]
        )


def _natural(key: str) -> list[tuple[int, str]]:
    """Sorts q2 before q10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", key)]
