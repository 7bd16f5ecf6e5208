"""What is to be run of one submission: its cells in the instructor's order, each with its role."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from coursegrader import regions
from coursegrader.judge.namespace import Owners, Role, owners
from coursegrader.notebooks import Notebook


@dataclass(frozen=True)
class PlannedCell:
    """One code cell to run.

    Attributes:
        role: a test cell runs at the judge, a set-up cell with its imports on both sides, every
            other one in the student's process.
        source: the text to run.
        grade_id: nbgrader's id, empty for a cell of the student's own.
        points: what a test cell is worth.
        hidden: the numbers of the hidden lines of a test cell.
        owners: who owns the names at a test cell.
    """

    role: Role
    source: str
    grade_id: str = ""
    points: float = 0.0
    hidden: frozenset[int] = frozenset()
    owners: Owners = field(default_factory=lambda: Owners(frozenset(), frozenset()))


def hidden_lines(source: str) -> frozenset[int]:
    """The numbers of the lines of a test cell that students do not see."""
    region = regions.Region.HIDDEN_TESTS
    return (
        frozenset(regions.line_numbers(source, region))
        if regions.has(source, region)
        else frozenset()
    )


def name_owners(source: Notebook) -> dict[str, Owners]:
    """The owners of names at each test cell of the instructor's notebook, by grade_id."""
    cells = [cell for cell in source.cells if cell.is_code]
    roles = [
        Role.TEST if cell.is_test else Role.SETUP if cell.locked else Role.STUDENT for cell in cells
    ]
    found = owners(zip(roles, (cell.source for cell in cells), strict=True))
    return {
        cell.grade_id: owner
        for cell, owner in zip(cells, found, strict=True)
        if cell.is_test and cell.grade_id
    }


def plan(source: Notebook, submission: Notebook) -> Sequence[PlannedCell]:
    """The code cells of a submission whose locked cells are the instructor's already."""
    owners_at = name_owners(source)
    known = {cell.grade_id: cell for cell in source.cells if cell.grade_id}
    planned = []
    for cell in submission.cells:
        if not cell.is_code:
            continue
        original = known.get(cell.grade_id or "")
        if original is not None and original.is_test:
            planned.append(
                PlannedCell(
                    Role.TEST,
                    original.source,
                    original.grade_id or "",
                    original.points or 0.0,
                    hidden_lines(original.source),
                    owners_at[original.grade_id or ""],
                )
            )
        elif original is not None and original.locked and not original.solution:
            planned.append(PlannedCell(Role.SETUP, original.source, original.grade_id or ""))
        else:
            planned.append(PlannedCell(Role.STUDENT, cell.source, cell.grade_id or ""))
    return planned
