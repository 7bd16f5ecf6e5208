"""The page shows what is known, loads nothing, and runs nothing of what students wrote."""

import csv
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from coursegrader.batch.unit import Record
from coursegrader.judge.layout import find_layout
from coursegrader.judge.results import QuestionResult, Status, SubmissionResult
from coursegrader.report.charts import bars, histogram
from coursegrader.report.page import (
    Report,
    ReportError,
    make_report,
    page,
    questions_table,
    students_table,
)
from coursegrader.report.statistics import questions, totals
from grader.tests.report.test_statistics import CLASS, grade

EVIL = "<script>alert(1)</script><img src=https://evil.example/x>"


@pytest.fixture(scope="module")
def report() -> Report:
    result = SubmissionResult(
        "s0", Status.GRADED, {"q1_test": QuestionResult(0.0, 4.0, EVIL)}, "", (EVIL,)
    )
    slow = Record(SubmissionResult("s1", Status.FAILED, {}, "The file is empty."), seconds=9.5)
    records = [Record(result, seconds=0.5), slow]
    return Report("ps1", totals(CLASS), questions(CLASS, records), records)


class Elements(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_nothing_is_loaded_or_run(report: Report):
    text = page(report)
    elements = Elements(text).found
    assert not {"script", "img", "link", "iframe", "object"} & {tag for tag, _ in elements}
    assert not [
        name for _, attributes in elements for name in attributes if name in ("src", "href")
    ]
    assert "url(" not in text
    assert ("meta", {"charset": "utf-8"}) in elements
    assert "&lt;script&gt;" in text


def test_the_page_has_every_part(report: Report):
    text = page(report)
    parts = re.findall(r'<h2 id="(\w+)"', text)
    assert parts == ["scores", "questions", "messages", "runtimes", "anomalies", "students"]
    assert text.count("<svg") == 2
    assert "s1 9.5 s" in text
    assert "The file is empty." in text


def test_the_chart_counts_everybody(report: Report):
    assert sum(histogram([0, 1, 5, 10, 10], 0, 10, 4)) == 5
    assert histogram([0, 10], 0, 10, 2) == [1, 1]
    assert histogram([0.0], 0, 0, 3) == [1, 0, 0]
    assert bars([2, 0], ["a", "<b>"], "T").count("<rect") == 2


def test_the_tables_are_csv(report: Report):
    rows = list(csv.DictReader(io.StringIO(students_table(report))))
    assert len(rows) == len(report.totals)
    assert float(rows[0]["score"]) == sum(float(rows[0][name]) for name in ("q1", "q2", "q3"))
    rows = list(csv.DictReader(io.StringIO(questions_table(report))))
    assert [row["question"] for row in rows] == ["q1", "q2", "q3"]


def test_a_student_has_the_name_of_the_gradebook_and_no_text_is_computed():
    grades = [grade("=1+1", "q1", 1.0, name="Ada Lovelace")]
    report = Report("ps1", totals(grades), questions(grades, []), [])
    (row,) = csv.DictReader(io.StringIO(students_table(report)))
    assert (row["student"], row["name"]) == ("'=1+1", "Ada Lovelace")
    assert "Ada Lovelace" in page(report)


def test_a_course_without_grades_is_a_sentence(tmp_path: Path):
    (tmp_path / "source").mkdir()
    with pytest.raises(ReportError, match="grade it with coursegrader grade"):
        make_report(find_layout(tmp_path), "ps1")
