"""coursegrader progress: a learner's own state."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from coursegrader.cli.options import CourseOption, console, the_course

NAME = "progress"
EXAMPLES = """Examples:

    coursegrader progress

    coursegrader progress --workspace ~/course
"""


def command(
    workspace: Annotated[
        Path | None,
        typer.Option(
            "--workspace",
            help="Where you work; workspace/ of the course by default.",
            file_okay=False,
            exists=True,
            show_default=False,
        ),
    ] = None,
    course: CourseOption = None,
) -> None:
    """Show what you have read, answered and solved, and write it to PROGRESS.md in workspace/.

    Exercises with answers are run as `coursegrader check` does, unless they have not changed.
    """
    from coursegrader import progress
    from coursegrader.course import CourseError

    here = the_course(course)
    folder = workspace or here.root / "workspace"
    if not folder.is_dir():
        raise CourseError(f"There is no {folder}: start the course once with python3 start.py.")
    with console.status("Running the exercises that have changed ..."):
        steps = progress.look(here, folder)
    table = Table(title="Your progress", title_justify="left")
    for heading in ("", "cells run", "answered", "passed"):
        table.add_column(heading, no_wrap=True)
    table.add_column("points", justify="right")
    for step in steps:
        table.add_row(
            step.name,
            progress.bar(step.cells_run, step.cells),
            progress.bar(step.answered, step.answers),
            progress.bar(step.passed, len(step.tested)),
            f"{step.points:g}" if step.questions else escape(step.problem),
        )
    console.print(table)
    console.print(progress.what_next(steps), markup=False)
    target = folder / progress.PAGE
    target.write_text(progress.page(steps), encoding="utf-8")
    console.print(str(target), soft_wrap=True, markup=False)
