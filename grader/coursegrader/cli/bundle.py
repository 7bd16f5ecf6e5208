"""coursegrader bundle: the zip for students."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coursegrader.cli.options import CourseOption, console, the_course

NAME = "bundle"
EXAMPLES = """Examples:

    coursegrader bundle

    coursegrader bundle /tmp/graph-sessions.zip
"""


def command(
    target: Annotated[
        Path, typer.Argument(metavar="[FILE]", help="The zip to write.", dir_okay=False)
    ] = Path("dist/graph-sessions.zip"),
    course: CourseOption = None,
) -> None:
    """Zip the project for students: no solutions, stored answers, instructor notes or grades."""
    from coursegrader.bundle import write_bundle

    target.parent.mkdir(parents=True, exist_ok=True)
    count = write_bundle(the_course(course), target)
    console.print(f"{target}: {count} files", soft_wrap=True)
