"""Runs cells in the real sandboxes, which are started once for all tests."""

import atexit
import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace

from coursegrader.judge.namespace import Role
from coursegrader.judge.plan import PlannedCell, hidden_lines, name_owners
from coursegrader.judge.supervisor import CellOutcome, Sandboxes, Supervisor
from coursegrader.judge.verdicts import Verdict
from coursegrader.notebooks import Cell, Notebook
from coursegrader.sandbox.limits import Limits

AMPLE = Limits(cell_seconds=120, call_seconds=60, submission_seconds=600)
"""On a busy machine too; a test of what never ends has a limit of its own."""


@functools.cache
def sandboxes() -> Sandboxes:
    """The sandboxes, closed when the tests end."""
    opened = Sandboxes()
    atexit.register(opened.close)
    return opened


def student(source: str) -> PlannedCell:
    """A cell of the student's."""
    return PlannedCell(Role.STUDENT, source)


def setup(source: str) -> PlannedCell:
    """A locked set-up cell."""
    return PlannedCell(Role.SETUP, source)


def check(source: str) -> PlannedCell:
    """A test cell."""
    return PlannedCell(Role.TEST, source, "q_test", 1.0, hidden_lines(source))


def run(
    *cells: PlannedCell,
    limits: Limits = AMPLE,
    show_hidden: bool = False,
    files: Mapping[str, bytes] | None = None,
) -> list[CellOutcome]:
    """The outcomes of cells; the instructor's notebook is what the cells say."""
    supervisor = Supervisor(sandboxes(), limits, show_hidden=show_hidden)
    return supervisor.run(with_owners(cells), files)


def verdict(*cells: PlannedCell, limits: Limits = AMPLE, show_hidden: bool = False) -> Verdict:
    """The verdict on the last cell, a test cell."""
    found = run(*cells, limits=limits, show_hidden=show_hidden)[-1].verdict
    assert found is not None
    return found


def printed(outcome: CellOutcome) -> str:
    """What a cell wrote to stdout."""
    return "".join(output.get("text", "") for output in outcome.outputs)


def output_of(source: str, limits: Limits = AMPLE) -> str:
    """What a cell of the student's writes to stdout."""
    return printed(run(student(source), limits=limits)[0])


def with_owners(cells: Sequence[PlannedCell]) -> list[PlannedCell]:
    """The cells with the owners of names that the notebook made of them gives."""
    originals = [
        Cell(
            "code",
            cell.source,
            grade_id=f"c{number}",
            grade=cell.role is Role.TEST,
            solution=cell.role is Role.STUDENT,
            locked=cell.role is not Role.STUDENT,
        )
        for number, cell in enumerate(cells)
    ]
    owners = name_owners(Notebook("n", tuple(originals)))
    return [
        replace(cell, owners=owners[f"c{number}"]) if cell.role is Role.TEST else cell
        for number, cell in enumerate(cells)
    ]
