"""coursegrader release: the handouts, as nbgrader generates them."""

from __future__ import annotations

from typing import Annotated

import typer

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.cli.options import AssignmentsArgument, CourseOption, console, the_course

NAME = "release"
EXAMPLES = """Examples:

    coursegrader release                       every assignment

    coursegrader release 01_lazy_execution

    coursegrader release --check               change nothing, exit 1 if a handout is not current
"""


def command(
    assignments: AssignmentsArgument = None,
    check: Annotated[bool, typer.Option("--check", help="Report, but change nothing.")] = False,
    course: CourseOption = None,
) -> None:
    """Generate exercises/ from solutions/ with nbgrader, without touching a gradebook."""
    from coursegrader import generate

    here = the_course(course)
    stale = False
    for name, files in generate.generate(here, here.select(assignments or [])).items():
        current = generate.committed(here, name) == files
        stale |= not current
        if not check:
            generate.release(here, name, files)
        state = "current" if current else ("not current" if check else "generated")
        console.print(f"{name}: {state}")
    if check and stale:
        raise typer.Exit(ExitCode.FOUND)
