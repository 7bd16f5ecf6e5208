"""coursegrader check: a student's own check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.cli.options import console

NAME = "check"
EXAMPLES = """Example:

    coursegrader check workspace/exercises/01_lazy_execution/01_lazy_execution.ipynb
"""


def command(
    notebook: Annotated[
        Path, typer.Argument(help="Your notebook.", exists=True, dir_okay=False, readable=True)
    ],
) -> None:
    """Run your notebook from top to bottom and show which questions pass.

    Only the visible tests are run: the grader has more, at other inputs.
    """
    from coursegrader.check import check

    with console.status("Running the notebook ..."):
        result = check(notebook)
    table = Table(title=escape(notebook.stem), title_justify="left")
    table.add_column("question", no_wrap=True)
    table.add_column("points", justify="right")
    table.add_column("result", no_wrap=True)
    table.add_column("message")
    for question, score in result.scores.items():
        table.add_row(question, *_row(score.score, score.max_score, score.reason))
    console.print(table)
    for grade_id in result.restored:
        console.print(f"Cell {grade_id} is not as it was given; the cell of the course was used.")
    if any(score.is_full for score in result.scores.values()):
        console.print("Passed is the visible tests; when it is graded, more values may be tried.")
    if not result.passed:
        raise typer.Exit(ExitCode.FOUND)


def _row(score: float | None, most: float, reason: str) -> tuple[str, str, str]:
    if score is None:
        return f"{most:g}", "[yellow]read by a person[/]", ""
    result = "[green]passed[/]" if score == most else "[red]not passed[/]"
    return f"{score:g} of {most:g}", result, escape(reason)
