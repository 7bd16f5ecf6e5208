"""coursegrader collect: what was downloaded from Moodle or Canvas, into submitted/."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.cli.options import CourseDirectory, console

NAME = "collect"
EXAMPLES = """Examples:

    coursegrader collect 01_lazy_execution submissions.zip

    coursegrader collect 01_lazy_execution submissions.zip --roster worksheet.csv
"""


def unusable() -> tuple[type[Exception], ...]:
    """What collecting raises for files that it cannot work with."""
    if "coursegrader.lms.collect" not in sys.modules:
        return ()
    from coursegrader.judge.layout import LayoutError
    from coursegrader.lms.archive import ArchiveError
    from coursegrader.lms.roster import RosterError

    return (ArchiveError, LayoutError, RosterError)


def command(
    assignment: Annotated[str, typer.Argument(help="The name of the assignment.")],
    archives: Annotated[
        list[Path],
        typer.Argument(
            metavar="ZIP...",
            help="What Moodle (Download all submissions) or Canvas (Download Submissions) gave.",
            exists=True,
            dir_okay=False,
        ),
    ],
    roster: Annotated[
        Path | None,
        typer.Option(
            "--roster",
            help="The class: Moodle's grading worksheet or Canvas's exported gradebook.",
            exists=True,
            dir_okay=False,
        ),
    ] = None,
    course: CourseDirectory = Path(),
) -> None:
    """Unpack downloaded submissions into submitted/, and list what cannot be placed."""
    from coursegrader.judge.layout import find_layout
    from coursegrader.lms.collect import collect
    from coursegrader.lms.roster import read_export

    people = read_export(roster, assignment) if roster is not None else []
    found = collect(find_layout(course), assignment, archives, people)
    counts = [(found.new, "new"), (found.changed, "changed"), (found.unchanged, "unchanged")]
    console.print(", ".join(f"{len(students)} {name}" for students, name in counts) + ".")
    lists = [
        ("Not in the roster", found.unknown),
        ("Not taken", [f"{name}: {reason}" for name, reason in found.refused.items()]),
        ("Handed in nothing", found.nothing),
        ("To look at", found.notes),
    ]
    for title, lines in lists:
        if lines:
            console.print(f"\n{title}:")
        for line in lines:
            console.print(f"  {printable(line)}", soft_wrap=True, markup=False)
    if found.unknown or found.refused:
        raise typer.Exit(ExitCode.FOUND)


def printable(text: str) -> str:
    """A text of a student's without what a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in text)
