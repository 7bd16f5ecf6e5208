"""The command line: `coursegrader COMMAND --help` explains each command with examples."""

from __future__ import annotations

import sys

import typer

from coursegrader.cli import bundle, check, collect, grade, progress, release, report, tidy, verify
from coursegrader.cli.exit_codes import ExitCode
from coursegrader.course import CourseError
from coursegrader.notebooks import NotebookError
from coursegrader.scoring.client import RunnerError

app = typer.Typer(
    name="coursegrader",
    help="Make, verify and check nbgrader assignments.",
    epilog="Exit codes: 0 all is well, 1 something was found, 2 wrong usage, 3 unusable input, "
    "130 stopped at the terminal.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_show_locals=False,
)
for module in (check, collect, grade, report, verify, release, tidy, bundle, progress):
    app.command(name=module.NAME, epilog=module.EXAMPLES)(module.command)


_UNUSABLE = (CourseError, NotebookError, RunnerError)


def main() -> None:
    """Run the command line."""
    try:
        app()
    except Exception as error:
        if not isinstance(
            error, (*_UNUSABLE, *grade.unusable(), *collect.unusable(), *report.unusable())
        ):
            raise
        print(f"coursegrader: {error}", file=sys.stderr)
        sys.exit(ExitCode.UNUSABLE)


if __name__ == "__main__":
    main()
