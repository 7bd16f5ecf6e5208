"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from coursegrader.course import Course, find_course

console = Console(highlight=False)

CourseOption = Annotated[
    Path | None,
    typer.Option(
        "--course",
        help="The course's directory, by default the one this directory lies in.",
        file_okay=False,
        exists=True,
        show_default=False,
    ),
]
CourseDirectory = Annotated[
    Path, typer.Option("--course", help="The course's directory.", file_okay=False, exists=True)
]
AssignmentsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ASSIGNMENT]...", help="Names of assignments; all if none is given."),
]


def the_course(directory: Path | None) -> Course:
    """The course that a command works on.

    Raises:
      CourseError: there is none here.
    """
    return find_course(directory or Path.cwd())
