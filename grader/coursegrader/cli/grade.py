"""coursegrader grade: a class's submissions, each in a sandbox, into the gradebook."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.cli.options import console

NAME = "grade"
EXAMPLES = """Examples:

    coursegrader grade 01_lazy_execution                      all that is in submitted/

    coursegrader grade ps1 --course ~/teaching/physics        any nbgrader course

    coursegrader grade ps1 --student ada --json results.json
"""


def unusable() -> tuple[type[Exception], ...]:
    """What grading raises for a course or a machine that it cannot work with.

    Only where the judge is loaded already: no other command pays for loading it.
    """
    if "coursegrader.judge.class_run" not in sys.modules:
        return ()
    from coursegrader.judge.class_run import GradebookError
    from coursegrader.judge.layout import LayoutError
    from coursegrader.sandbox.bubblewrap import SandboxUnavailable

    return (GradebookError, LayoutError, SandboxUnavailable)


def command(
    assignment: Annotated[str, typer.Argument(help="The name of the assignment.")],
    course: Annotated[
        Path, typer.Option("--course", help="The course's directory.", file_okay=False, exists=True)
    ] = Path(),
    student: Annotated[
        list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the results to this file.")
    ] = None,
    isolation: Annotated[
        Literal["bubblewrap", "process"] | None,
        typer.Option("--isolation", help="How student code is isolated; bubblewrap by default."),
    ] = None,
) -> None:
    """Grade what is in submitted/ with student code in a sandbox, and fill the gradebook."""
    from rich.table import Table

    from coursegrader.judge import class_run, results
    from coursegrader.judge.layout import find_layout

    def show(result: results.SubmissionResult) -> None:
        console.print(f"{result.student}: {result.status}, {result.score:g}/{result.max_score:g}")

    found = class_run.grade_class(
        find_layout(course), assignment, students=student, isolation=isolation, on_result=show
    )
    table = Table("student", "status", "score", "of", "what to know")
    for result in found:
        notes = "; ".join(filter(None, (result.reason, *result.anomalies)))
        table.add_row(
            result.student, str(result.status), f"{result.score:g}", f"{result.max_score:g}", notes
        )
    console.print(table)
    if json_file is not None:
        json_file.write_text(json.dumps(results.report(assignment, found), indent=1) + "\n")
    if any(result.status != results.Status.GRADED for result in found):
        raise typer.Exit(ExitCode.FOUND)
