"""coursegrader verify: the gates."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.cli.options import AssignmentsArgument, CourseOption, console, the_course

NAME = "verify"
EXAMPLES = """Examples:

    coursegrader verify                               every assignment, every gate

    coursegrader verify 01_lazy_execution

    coursegrader verify --gate wrong --gate mutants   only these gates

    coursegrader verify --no-tensorflow               without the comparison
"""


def command(
    assignments: AssignmentsArgument = None,
    gate: Annotated[
        list[str] | None, typer.Option("--gate", help="Only this gate; may be repeated.")
    ] = None,
    tensorflow: Annotated[
        bool, typer.Option(help="Compare with TensorFlow where it is installed.")
    ] = True,
    course: CourseOption = None,
) -> None:
    """Check that assignments are fit for students: a table of what each gate caught and missed."""
    from coursegrader.verify import choose, contexts, scorers, verify

    here = the_course(course)
    gates = choose(gate or [])
    table = Table(title="Gates", title_justify="left")
    for heading in ("assignment", "gate", "what holds"):
        table.add_column(heading)
    for heading in ("held", "missed", "seconds"):
        table.add_column(heading, justify="right")
    problems: list[str] = []
    names = here.select(assignments or [])
    with (
        scorers(tensorflow=tensorflow) as (both, real),
        Progress(console=console, transient=True, disable=not console.is_terminal) as bar,
    ):
        task = bar.add_task("", total=len(names) * len(gates))
        for context in contexts(here, names, both, real):
            bar.update(task, description=context.assignment)
            for verdict in verify(context, gates):
                bar.advance(task)
                missed = len(verdict.missed)
                colour = "red" if missed else "green"
                table.add_row(
                    verdict.assignment,
                    verdict.gate.name,
                    verdict.gate.promise,
                    f"{verdict.held}",
                    f"[{colour}]{missed}[/]",
                    f"{verdict.seconds:.1f}",
                )
                problems += [
                    f"[red]{verdict.assignment} {verdict.gate.name}[/] {escape(str(finding))}"
                    for finding in verdict.missed
                ]
    console.print(table)
    for problem in problems:
        console.print(problem, soft_wrap=True)
    if problems:
        raise typer.Exit(ExitCode.FOUND)
