"""coursegrader report: what an instructor wants to know about a graded assignment."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from coursegrader.cli.options import CourseDirectory, console

NAME = "report"
EXAMPLES = """Examples:

    coursegrader report 01_lazy_execution

    coursegrader report ps1 --course ~/teaching/physics --output /tmp/ps1
"""


def unusable() -> tuple[type[Exception], ...]:
    """What reporting raises for a course that it cannot work with."""
    if "coursegrader.report.page" not in sys.modules:
        return ()
    from coursegrader.judge.layout import LayoutError
    from coursegrader.report.page import ReportError

    return (LayoutError, ReportError)


def command(
    assignment: Annotated[str, typer.Argument(help="The name of the assignment.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            help="The folder to write to; reports/ASSIGNMENT by default.",
            file_okay=False,
        ),
    ] = None,
    course: CourseDirectory = Path(),
) -> None:
    """Write a page with statistics, and CSV files for yourself, Moodle and Canvas."""
    from coursegrader.batch.store import write_whole
    from coursegrader.judge.layout import find_layout
    from coursegrader.lms import grades
    from coursegrader.lms.roster import Roster
    from coursegrader.report.page import make_report, write_report

    layout = find_layout(course)
    report = make_report(layout, assignment)
    folder = output or layout.root / "reports" / assignment
    written = [write_report(report, folder), folder / "questions.csv", folder / "students.csv"]
    roster = Roster(layout.state / "roster.json")
    texts = {
        "moodle.csv": grades.moodle(roster, report.totals, assignment),
        "canvas.csv": grades.canvas(roster, report.totals, assignment),
    }
    for name, text in texts.items():
        if text:
            write_whole(folder / name, text.encode())
            written.append(folder / name)
    for path in written:
        console.print(str(path), soft_wrap=True, markup=False)
    waiting = sum(total.is_open for total in report.totals.values())
    if waiting:
        console.print(f"{waiting} of {len(report.totals)} grades wait for a person: not final.")
    if problem := grades.differing_maximum(roster, report.totals, assignment):
        console.print(problem)
