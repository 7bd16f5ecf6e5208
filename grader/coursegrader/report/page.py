"""The report on an assignment: a page that loads nothing, and its numbers as tables."""

from __future__ import annotations

import csv
import io
import statistics
import time
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from coursegrader.batch import gradebook_file
from coursegrader.batch.store import Store, write_whole
from coursegrader.batch.unit import Record
from coursegrader.judge.layout import Layout
from coursegrader.judge.results import Status
from coursegrader.report.charts import bars, histogram
from coursegrader.report.statistics import FEWEST, Question, Total, questions, totals

_INTERVALS = 10
_COMPUTED = ("=", "+", "-", "@", "\t", "\r", "\n")
_SLOWEST = 5


class ReportError(Exception):
    """There is nothing to report on; the message says why."""


@dataclass(frozen=True)
class Report:
    """What is known about a graded assignment.

    Attributes:
        assignment: its name.
        totals: the grade of each student.
        questions: the statistics of each question.
        records: what grading gave, of the students graded by `coursegrader`.
    """

    assignment: str
    totals: dict[str, Total]
    questions: list[Question]
    records: list[Record]


def make_report(layout: Layout, assignment: str) -> Report:
    """Read the gradebook and the records of an assignment.

    Raises:
        ReportError: nobody is graded, or the gradebook is no SQLite file.
    """
    grades = gradebook_file.grades(layout, assignment)
    if grades is None:
        raise ReportError(f"The gradebook {layout.database} cannot be read: it is no SQLite file.")
    if not grades:
        raise ReportError(
            f"Nobody's {assignment} is in the gradebook: grade it with coursegrader grade."
        )
    records = Store(layout.state / assignment).current()
    return Report(assignment, totals(grades), questions(grades, records), records)


def write_report(report: Report, folder: Path) -> Path:
    """Write the page and the tables; returns the page."""
    write_whole(folder / "report.html", page(report).encode())
    write_whole(folder / "questions.csv", questions_table(report).encode())
    write_whole(folder / "students.csv", students_table(report).encode())
    return folder / "report.html"


def page(report: Report) -> str:
    """The page."""
    from jinja2 import Environment
    from markupsafe import Markup

    template = files("coursegrader.report").joinpath("page.html").read_text(encoding="utf-8")
    environment = Environment(autoescape=True)
    most = max(total.max_score for total in report.totals.values())
    scores = [total.score for total in report.totals.values()]
    seconds = {record.result.student: record.seconds for record in report.records}
    anomalies = [(r.result.student, r.result.anomalies) for r in report.records]
    slowest = sorted(seconds.items(), key=lambda pair: -pair[1])[:_SLOWEST]
    return environment.from_string(template).render(
        assignment=report.assignment,
        made=time.strftime("Made on %Y-%m-%d at %H:%M"),
        facts=_facts(report, scores, most),
        score_chart=Markup(_score_chart(scores, most)),
        time_chart=Markup(_time_chart(list(seconds.values()))),
        questions=[_row(question) for question in report.questions],
        fewest=FEWEST,
        slowest=slowest,
        anomalies=[(student, notes) for student, notes in anomalies if notes],
        students=_students(report),
    )


def _facts(report: Report, scores: list[float], most: float) -> list[tuple[str, str]]:
    waiting = sum(total.is_open for total in report.totals.values())
    failed = sum(record.result.status is Status.FAILED for record in report.records)
    spread = statistics.pstdev(scores)
    return [
        ("students", f"{len(scores)}"),
        ("points", f"{most:g}"),
        ("mean", f"{statistics.fmean(scores):.1f}"),
        ("median", f"{statistics.median(scores):.1f}"),
        ("standard deviation", f"{spread:.1f}"),
        ("could not be run", f"{failed}"),
        ("wait for a person", f"{waiting}"),
    ]


def _score_chart(scores: list[float], most: float) -> str:
    width = most / _INTERVALS
    labels = [f"{width * i:g}-{width * (i + 1):g}" for i in range(_INTERVALS)]
    return bars(histogram(scores, 0.0, most, _INTERVALS), labels, "Distribution of scores")


def _time_chart(seconds: list[float]) -> str:
    high = max([*seconds, 0.1])
    labels = [f"{high * i / _INTERVALS:.1f}" for i in range(_INTERVALS)]
    counts = histogram(seconds, 0.0, high, _INTERVALS)
    return bars(counts, labels, "Distribution of the time to grade a submission")


def _row(question: Question) -> dict[str, Any]:
    scores = list(question.scores.values())
    full = sum(score >= question.max_score for score in scores)
    return {**vars(question), "full": full, "none": sum(score <= 0 for score in scores)}


def _students(report: Report) -> list[tuple[str, Total, str]]:
    results = {record.result.student: record.result for record in report.records}
    found = []
    for student, total in sorted(report.totals.items()):
        result = results.get(student)
        states = ["a person has to grade a question"] if total.is_open else []
        if result is not None and result.reason:
            states.append(result.reason)
        found.append((student, total, "; ".join(states)))
    return found


def questions_table(report: Report) -> str:
    """The statistics of the questions as CSV."""
    columns = ["question", "points", "difficulty", "discrimination", "graded", "waiting"]
    rows = [
        [
            *(each.name, each.max_score, _number(each.difficulty), _number(each.discrimination)),
            *(len(each.scores), each.waiting),
        ]
        for each in report.questions
    ]
    return table(columns, rows)


def students_table(report: Report) -> str:
    """The points of each student in each question as CSV."""
    names = [question.name for question in report.questions]
    rows = [
        [
            *(inert(student), inert(total.name), total.score, total.max_score),
            *(question.scores.get(student, "") for question in report.questions),
        ]
        for student, total in sorted(report.totals.items())
    ]
    return table(["student", "name", "score", "max_score", *names], rows)


def inert(cell: str) -> str:
    """A text that a spreadsheet shows and does not compute, whatever a student's name begins with.

    Moodle and Canvas find students by their numbers, so that the mark does no harm there.
    """
    return f"'{cell}" if len(cell) > 1 and cell.startswith(_COMPUTED) else cell


def table(columns: list[str], rows: list[list[Any]]) -> str:
    """CSV text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
