"""coursegrader tidy: the normal form of notebooks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.cli.options import CourseOption, console, the_course

NAME = "tidy"
EXAMPLES = """Examples:

    coursegrader tidy                          all lessons and sources of the course

    coursegrader tidy course/02_sessions.ipynb

    coursegrader tidy --check                  change nothing, exit 1 if a notebook is not tidy
"""


def command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="Notebooks, or directories to search; course/ and solutions/ if none is given.",
            exists=True,
        ),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Report, but change nothing.")] = False,
    course: CourseOption = None,
) -> None:
    """Normalise notebooks: no outputs or counts, fixed cell ids, kernelspec and key order."""
    from coursegrader.tidy import find_notebooks, is_tidy, tidy_text

    if not paths:
        here = the_course(course)
        paths = [path for path in (here.lessons, here.solutions) if path.is_dir()]
    untidy = [path for path in find_notebooks(paths) if not is_tidy(path)]
    for path in untidy:
        if not check:
            path.write_text(tidy_text(path), encoding="utf-8", newline="\n")
        console.print(f"{'not tidy' if check else 'tidied'}: {path}", soft_wrap=True)
    if check and untidy:
        raise typer.Exit(ExitCode.FOUND)
