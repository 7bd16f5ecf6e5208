"""coursegrader grade: a class's submissions, each in a sandbox, into the gradebook."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.cli.options import CourseDirectory, console

if TYPE_CHECKING:
    from rich.table import Table

    from coursegrader.judge.results import SubmissionResult

NAME = "grade"
EXAMPLES = """Examples:

    coursegrader grade 01_lazy_execution                      all that is in submitted/

    coursegrader grade ps1 --course ~/teaching/physics        any nbgrader course

    coursegrader grade ps1 --student ada --json results.json

    coursegrader grade ps1 --scheduler tcp://cluster:8786     on the workers of a Dask cluster
"""


def unusable() -> tuple[type[Exception], ...]:
    """What grading raises for a course or a machine that it cannot work with.

    Only where the judge is loaded already: no other command pays for loading it.
    """
    if "coursegrader.batch.run" not in sys.modules:
        return ()
    from coursegrader.batch.pool import PoolError
    from coursegrader.batch.run import BusyError
    from coursegrader.judge.gradebook_writer import GradebookError
    from coursegrader.judge.layout import LayoutError
    from coursegrader.sandbox.bubblewrap import SandboxUnavailable

    return (BusyError, GradebookError, LayoutError, PoolError, SandboxUnavailable)


def command(
    assignment: Annotated[str, typer.Argument(help="The name of the assignment.")],
    course: CourseDirectory = Path(),
    student: Annotated[
        list[str] | None, typer.Option("--student", help="Only this student; may be repeated.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", min=1, help="How many at a time; one for each processor."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="Grade on this Dask cluster."),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Grade also what has not changed since it was graded.")
    ] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the results to this file.")
    ] = None,
    isolation: Annotated[
        Literal["bubblewrap", "process"] | None,
        typer.Option("--isolation", help="How student code is isolated; bubblewrap by default."),
    ] = None,
) -> None:
    """Grade what is in submitted/ with student code in a sandbox, and fill the gradebook.

    What is graded and has not changed is not graded again. A run that was stopped, whatever
    stopped it, is continued by the same command.
    """
    from coursegrader.batch.run import grade_class
    from coursegrader.batch.store import write_whole
    from coursegrader.cli.grade_progress import Progress
    from coursegrader.judge import results
    from coursegrader.judge.layout import find_layout

    with Progress(console) as progress:
        try:
            found = grade_class(
                find_layout(course),
                assignment,
                students=student,
                isolation=isolation,
                jobs=jobs,
                scheduler=scheduler,
                again=again,
                watcher=progress,
            )
        except KeyboardInterrupt:
            progress.stopped()
            raise typer.Exit(ExitCode.INTERRUPTED) from None
    if not found:
        console.print(f"Nobody has handed in anything for {assignment}.")
    else:
        console.print(_table(found))
    if json_file is not None:
        text = json.dumps(results.report(assignment, found), indent=1) + "\n"
        write_whole(json_file, text.encode())
    if any(result.status != results.Status.GRADED for result in found):
        raise typer.Exit(ExitCode.FOUND)


def _table(found: Sequence[SubmissionResult]) -> Table:
    """A row for each submission."""
    from rich.markup import escape
    from rich.table import Table

    from coursegrader.judge.sanitise import plain

    table = Table("student", "status", "score", "of", "what to know")
    for result in found:
        points = (f"{result.score:g}", f"{result.max_score:g}")
        table.add_row(
            escape(plain(result.student)),
            str(result.status),
            *points,
            escape(" ".join(result.remarks)),
        )
    return table
